package karpenter.kube;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Runs a program that fetches credentials, as the clouds' command lines do.
///
/// @param info what it is told in `KUBERNETES_EXEC_INFO`
/// @param installHint where to get the program, for people who have not
/// @param limit how long it may run
record ExecPlugin(
    List<String> command,
    Map<String, String> environment,
    ObjectNode info,
    String installHint,
    Duration limit)
    implements ExecCredentials.Source {
  static final Duration LIMIT = Duration.ofSeconds(60);

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int MAX_OUTPUT = 1 << 20;
  private static final int MAX_COMPLAINT = 1000;

  @Override
  public ExecCredentials.Fetched fetch() throws IOException, InterruptedException {
    var answer = run();
    try {
      return read(JSON.readTree(answer));
    } catch (JsonProcessingException e) {
      // Not what it printed: that may be a secret.
      throw new IOException(name() + " did not answer in JSON");
    }
  }

  @Override
  public String name() {
    return command.getFirst();
  }

  private byte[] run() throws IOException, InterruptedException {
    long deadline = System.nanoTime() + limit.toNanos();
    var process = start();
    try {
      process.getOutputStream().close();
      // On threads of their own: a program that prints nothing and does not end must not hold us,
      // nor one that prints more than a pipe holds.
      var output = reading(process.getInputStream(), MAX_OUTPUT);
      var complaint = reading(process.getErrorStream(), MAX_OUTPUT);
      if (!process.waitFor(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
        throw new IOException(name() + " did not end within " + limit);
      }
      if (process.exitValue() != 0) {
        throw new IOException(
            "%s ended with %d%s".formatted(name(), process.exitValue(), said(complaint)));
      }
      return output.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw new IOException(name() + " did not close its output within " + limit, e);
    } catch (ExecutionException e) {
      throw new IOException("cannot read what %s prints: %s".formatted(name(), e.getCause()), e);
    } finally {
      // With all that it has started, as long as it is there to tell.
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  private Process start() throws IOException {
    var builder = new ProcessBuilder(new ArrayList<>(command));
    builder.environment().putAll(environment);
    builder.environment().put("KUBERNETES_EXEC_INFO", info.toString());
    try {
      return builder.start();
    } catch (IOException e) {
      throw new IOException(
          "cannot start %s: %s%s"
              .formatted(
                  name(), e.getMessage(), installHint.isEmpty() ? "" : " (" + installHint + ")"),
          e);
    }
  }

  private static CompletableFuture<byte[]> reading(InputStream stream, int most) {
    var all = new CompletableFuture<byte[]>();
    Thread.ofPlatform()
        .daemon()
        .name("credentials-output")
        .start(
            () -> {
              try (stream) {
                all.complete(stream.readNBytes(most));
              } catch (IOException e) {
                all.completeExceptionally(e);
              }
            });
    return all;
  }

  /// The end of what it wrote to stderr, where the reason usually is.
  private static String said(CompletableFuture<byte[]> complaint) throws InterruptedException {
    try {
      var text = new String(complaint.get(1, TimeUnit.SECONDS), StandardCharsets.UTF_8).strip();
      var end = text.substring(Math.max(0, text.length() - MAX_COMPLAINT));
      return end.isEmpty() ? "" : ": " + end;
    } catch (ExecutionException | TimeoutException unknown) {
      return "";
    }
  }

  private ExecCredentials.Fetched read(JsonNode answer) throws IOException {
    var version = answer.path("apiVersion").asText();
    var asked = info.path("apiVersion").asText();
    if (!version.isEmpty() && !version.equals(asked)) {
      throw new IOException(
          "%s answers in version %s, but was asked for %s".formatted(name(), version, asked));
    }
    var status = answer.path("status");
    var token = text(status, "token");
    var certificate = text(status, "clientCertificateData");
    var key = text(status, "clientKeyData");
    if (certificate.isPresent() != key.isPresent()) {
      throw new IOException(name() + " gave only one of clientCertificateData and clientKeyData");
    }
    if (token.isEmpty() && certificate.isEmpty()) {
      throw new IOException(name() + " gave neither a token nor a certificate");
    }
    if (token.isPresent()) {
      var _ = Credentials.sendable(token.get());
    }
    return new ExecCredentials.Fetched(
        new Credentials.Shown(
            token.map(secret -> "Bearer " + secret),
            certificate.map(shown -> new Tls.Identity(shown, key.orElseThrow()))),
        expiry(status));
  }

  private Instant expiry(JsonNode status) throws IOException {
    var text = text(status, "expirationTimestamp");
    try {
      return text.isPresent() ? OffsetDateTime.parse(text.get()).toInstant() : Instant.MAX;
    } catch (DateTimeException e) {
      throw new IOException(
          "%s: expirationTimestamp is '%s', but should be like 2030-01-31T23:59:59Z"
              .formatted(name(), text.orElse("")),
          e);
    }
  }

  private static Optional<String> text(JsonNode status, String field) {
    return Optional.of(status.path(field).asText()).filter(text -> !text.isEmpty());
  }
}
