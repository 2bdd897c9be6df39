package karpenter.app.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.random.RandomGenerator;
import karpenter.app.CliRun;
import karpenter.app.ExitCode;
import karpenter.app.snapshot.SnapshotFormat;

/// Journals, and snapshots of clusters, as `explain` reads them.
final class JournalTarget implements Target {
  private final Path file;

  private final List<byte[]> corpus =
      Corpus.joined(
          Corpus.texts(
              "{\"at\":\"2026-01-01T00:00:00Z\",\"kind\":\"Launched\",\"subject\":\"NodeClaim/a-1\",\"reasons\":[\"x\"],\"details\":{\"node\":\"n\",\"nodePool\":\"a\",\"claims\":\"b,c\"}}\n{\"at\":\"2026-01-01T00:00:01Z\",\"kind\":\"Disrupted\",\"subject\":\"Node/n\",\"reasons\":[],\"details\":{}}\n",
              "{\"apiVersion\":\"v1\",\"kind\":\"List\",\"karpenterSnapshot\":{\"version\":1,\"takenAt\":\"2026-01-01T00:00:00Z\",\"namesHashed\":false,\"catalogue\":[]},\"items\":[{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"n\"}}]}"));

  JournalTarget() {
    try {
      file = Files.createTempFile("fuzz", ".jsonl");
      file.toFile().deleteOnExit();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public String name() {
    return "journal";
  }

  @Override
  public List<byte[]> corpus() {
    return corpus;
  }

  @Override
  public List<String> words() {
    return List.of(
        "\"subject\":\"Node/n\"",
        "\"subject\":null",
        "\"reasons\":{}",
        "\"details\":[]",
        "\"claims\":\",,,\"",
        "\n",
        "{",
        "}",
        "\"takenAt\":5",
        "\"version\":\"1\"",
        "\"items\":[1]",
        "[]",
        "null");
  }

  @Override
  public byte[] generate(RandomGenerator random) {
    var grammar = new Grammar(random);
    return "{\"subject\":\"Node/n\",\"at\":%s,\"reasons\":%s,\"details\":%s}\n"
        .formatted(grammar.json(), grammar.json(), grammar.json())
        .getBytes(UTF_8);
  }

  @Override
  public void read(byte[] input) throws IOException {
    Files.write(file, input);
    var run = CliRun.of("explain", "node", "n", "--journal", file.toString());
    Breach.unless(
        run.exitCode() != ExitCode.BUG.code(), "explain ends as a bug does: %s", run.err());
    var text = new String(input, UTF_8);
    switch (SnapshotFormat.read(text, Instant.EPOCH)) {
      case SnapshotFormat.Reading.Unreadable(var problem) -> Breach.unlessTold(List.of(problem));
      case SnapshotFormat.Reading.Read(var image) -> {
        var again = SnapshotFormat.read(SnapshotFormat.write(image), Instant.EPOCH);
        Breach.unless(
            again instanceof SnapshotFormat.Reading.Read(var same)
                && same.items().equals(image.items()),
            "a snapshot is read again as it was");
      }
    }
  }
}
