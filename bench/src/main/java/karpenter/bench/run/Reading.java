package karpenter.bench.run;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import karpenter.bench.workload.Workload;
import karpenter.bench.workload.WorkloadDirectory;

/// What it takes to read a workload: from the bytes of its files to the values a side decides on.
/// The files are in the page cache, so this is decoding.
///
/// @param parseSeconds ours only: from bytes to JSON trees
/// @param internSeconds ours only: from trees to values, where pods of one workload come to share
///   their parts, on which grouping rests
@JsonIgnoreProperties(ignoreUnknown = true)
public record Reading(double seconds, double parseSeconds, double internSeconds) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String IN_READY = "reading";

  /// Reads a directory as our side does.
  ///
  /// @param intern turns the trees into what is decided on
  public static Reading of(Path directory, Consumer<Workload> intern) throws IOException {
    try {
      var parsed = Meter.measure(() -> parse(directory));
      var interned =
          Meter.measure(
              () -> {
                intern.accept(parsed.result());
                return true;
              });
      return new Reading(
          parsed.seconds() + interned.seconds(), parsed.seconds(), interned.seconds());
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static Workload parse(Path directory) {
    try {
      return WorkloadDirectory.read(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The first reading of a process, which it tells with its first line.
  static Optional<Reading> in(JsonNode ready) {
    return ready.path(IN_READY).isObject()
        ? Optional.of(JSON.convertValue(ready.path(IN_READY), Reading.class))
        : Optional.empty();
  }
}
