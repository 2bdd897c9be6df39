package karpenter.kube;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Tokens that a program on this machine fetches, as the clouds' command lines do. It runs again
/// when the token is about to expire or the server would not have it.
final class ExecCredentials implements Credentials {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final Duration MARGIN = Duration.ofSeconds(10);

  private final List<String> command;
  private final Map<String, String> environment;
  private final String apiVersion;
  private final InstantSource clock;
  private @Nullable String header;
  private Instant expires = Instant.MAX;

  ExecCredentials(
      List<String> command,
      Map<String, String> environment,
      String apiVersion,
      InstantSource clock) {
    this.command = List.copyOf(command);
    this.environment = Map.copyOf(environment);
    this.apiVersion = apiVersion;
    this.clock = clock;
  }

  @Override
  public synchronized Optional<String> authorization() throws IOException, InterruptedException {
    if (header == null || !clock.instant().isBefore(expires.minus(MARGIN))) {
      var status = fetch().path("status");
      if (!status.path("token").isTextual()) {
        throw new IOException(command.getFirst() + " gave no token");
      }
      header = "Bearer " + status.path("token").asText();
      expires =
          status.path("expirationTimestamp").isTextual()
              ? Instant.parse(status.path("expirationTimestamp").asText())
              : Instant.MAX;
    }
    return Optional.of(header);
  }

  @Override
  public synchronized boolean rejected() {
    header = null;
    return true;
  }

  private JsonNode fetch() throws IOException, InterruptedException {
    var builder = new ProcessBuilder(new ArrayList<>(command));
    builder.environment().putAll(environment);
    builder
        .environment()
        .put(
            "KUBERNETES_EXEC_INFO",
            "{\"apiVersion\":\"%s\",\"kind\":\"ExecCredential\",\"spec\":{\"interactive\":false}}"
                .formatted(apiVersion));
    builder.redirectError(ProcessBuilder.Redirect.INHERIT);
    var process = builder.start();
    process.getOutputStream().close();
    // Read before waiting: a long answer would fill the pipe and neither side would move.
    var answer = process.getInputStream().readAllBytes();
    if (!process.waitFor(LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
      process.destroyForcibly();
      throw new IOException(command.getFirst() + " did not end within " + LIMIT);
    }
    if (process.exitValue() != 0) {
      throw new IOException(command.getFirst() + " ended with " + process.exitValue());
    }
    try {
      return JSON.readTree(answer);
    } catch (JsonProcessingException e) {
      throw new IOException(command.getFirst() + " did not answer in JSON", e);
    }
  }
}
