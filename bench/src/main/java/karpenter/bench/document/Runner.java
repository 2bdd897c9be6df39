package karpenter.bench.document;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// Runs commands and keeps what they gave, so that a run that was broken off goes on where it was.
final class Runner {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path repository;
  private final Path kept;
  private final String commit;

  Runner(Path repository) throws IOException, InterruptedException {
    this.repository = repository;
    this.kept = repository.resolve("bench/work/document");
    this.commit = commit(repository);
    Files.createDirectories(kept);
  }

  /// Documents may differ from the commit, as they are about to be written.
  private static String commit(Path repository) throws IOException, InterruptedException {
    var head = Machine.output(repository, "git", "rev-parse", "--short=7", "HEAD");
    var changed =
        Machine.output(
            repository, "git", "status", "--porcelain", "-uno", "--", ".", ":!docs", ":!*.md");
    return head + (changed.isEmpty() ? "" : "+");
  }

  private Path file(String command, String suffix) {
    return kept.resolve(HexFormat.of().toHexDigits(command.hashCode()) + suffix);
  }

  /// What the command gave before, at whatever commit.
  Optional<Measured> before(String command) throws IOException {
    var file = file(command, ".json");
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    var measured = JSON.readValue(file.toFile(), Measured.class);
    return Optional.of(measured).filter(one -> one.stamp().command().equals(command));
  }

  boolean isCurrent(Measured measured) {
    return measured.stamp().commit().equals(commit);
  }

  /// Empty if it gave nothing to show.
  Optional<Measured> run(String command) throws IOException, InterruptedException {
    boolean writesJson = command.startsWith("bench/run ");
    var results = file(command, ".results");
    var output = file(command, ".out");
    Files.deleteIfExists(results);
    double load = Machine.loadAverage();
    double busy = Machine.busySeconds();
    double own = Machine.ownSeconds();
    long began = System.nanoTime();
    var builder =
        new ProcessBuilder("sh", "-c", writesJson ? command + " --json " + results : command);
    builder.directory(repository.toFile()).redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.redirectOutput(
        writesJson ? ProcessBuilder.Redirect.INHERIT : ProcessBuilder.Redirect.to(output.toFile()));
    var process = builder.start();
    long peak = 0;
    while (!process.waitFor(1, TimeUnit.SECONDS)) {
      peak = Math.max(peak, Machine.peakRssBytes(process.toHandle()));
    }
    double seconds = (System.nanoTime() - began) / 1e9;
    double others = Machine.busySeconds() - busy - (Machine.ownSeconds() - own);
    var stamp =
        new Stamp(
            command,
            commit,
            LocalDate.now(ZoneOffset.UTC).toString(),
            Machine.description(),
            load,
            Math.max(0, others / seconds),
            System.getProperty("java.vendor") + " " + System.getProperty("java.version"),
            Machine.output(repository, "go", "env", "GOVERSION"),
            seconds,
            process.exitValue());
    if (writesJson && !Files.exists(results)) {
      return Optional.empty();
    }
    var measured =
        writesJson
            ? new Measured(stamp, JSON.readTree(results.toFile()), "", peak)
            : new Measured(stamp, summary(stamp, peak), Files.readString(output), peak);
    JSON.writerWithDefaultPrettyPrinter().writeValue(file(command, ".json").toFile(), measured);
    return Optional.of(measured);
  }

  private static JsonNode summary(Stamp stamp, long peakRssBytes) {
    var one = JSON.createObjectNode();
    one.put("command", stamp.command()).put("seconds", stamp.seconds());
    one.put("exitCode", stamp.exitCode()).put("peakRssBytes", peakRssBytes);
    return JSON.createArrayNode().add(one);
  }
}
