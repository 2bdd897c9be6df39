package karpenter.bench.run;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// A contender in a process of its own. It announces itself with one JSON object once it has read
/// the workload, then answers each line `go` with one [Iteration].
public final class ProcessContender implements Contender {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final String name;
  private final Process process;
  private final OutputStream commands;

  /// Answers are parsed off the pipe: at a hundred thousand pods a line is too long to hold as
  /// text.
  private final JsonParser answers;

  private JsonNode ready = MissingNode.getInstance();

  private ProcessContender(String name, Process process) throws IOException {
    this.name = name;
    this.process = process;
    this.commands = process.getOutputStream();
    this.answers = JSON.createParser(process.getInputStream());
  }

  /// Returns when the workload is read, so that reading is never timed as solving.
  public static ProcessContender start(String name, List<String> command) throws IOException {
    var process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    var contender = new ProcessContender(name, process);
    contender.ready = contender.<JsonNode>answer(JsonNode.class);
    return contender;
  }

  @Override
  public String name() {
    return name;
  }

  /// What reading took in the fresh process, if it tells.
  public Optional<Reading> firstReading() {
    return Reading.in(ready);
  }

  @Override
  public Reading read() throws IOException {
    return ask("read", Reading.class);
  }

  @Override
  public Iteration solve() throws IOException {
    return ask("go", Iteration.class);
  }

  /// Sends a line and reads its answer.
  public <T> T ask(String line, Class<T> type) throws IOException {
    try {
      commands.write((line + "\n").getBytes(StandardCharsets.US_ASCII));
      commands.flush();
    } catch (IOException e) {
      throw gone(e);
    }
    return answer(type);
  }

  private <T> T answer(Class<T> type) throws IOException {
    @Nullable T answer;
    try {
      answer = answers.nextToken() == null ? null : JSON.readValue(answers, type);
    } catch (IOException e) {
      throw gone(e);
    }
    if (answer == null) {
      throw gone(null);
    }
    return answer;
  }

  private IOException gone(@Nullable IOException cause) {
    process.destroy();
    return new IOException(name + " stopped answering; its own message is above", cause);
  }

  @Override
  public void close() {
    process.destroy();
    try {
      // Its processor time is only ours to tell from that of others once it has ended.
      process.waitFor(10, TimeUnit.SECONDS);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
