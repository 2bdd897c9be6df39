package karpenter.simulator.trace;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import karpenter.api.Problem;

/// Reads traces of either form: our JSON lines, or the CSV of a list of pods. A line that cannot be
/// understood is reported and left out; the others are read.
public final class TraceReader {
  private TraceReader() {}

  /// @param title what the trace is called: the name of its file
  public static TraceRead read(String title, List<String> lines) {
    var first = lines.stream().filter(line -> !isPassedOver(line)).findFirst().orElse("");
    if (first.isEmpty()) {
      return refused(title, "nothing");
    }
    if (first.stripLeading().startsWith("{")) {
      return new JsonTrace(lines).read(title);
    }
    return CsvTrace.isHeader(first) ? CsvTrace.read(title, lines) : refused(title, first);
  }

  /// Empty lines and comments.
  static boolean isPassedOver(String line) {
    return line.isBlank() || line.stripLeading().startsWith("#");
  }

  private static TraceRead refused(String title, String found) {
    var shown = found.length() > 60 ? found.substring(0, 60) + "…" : found;
    var problem =
        Problem.at("")
            .found(found.equals("nothing") ? "nothing" : '"' + shown + '"')
            .expected(
                "JSON lines such as {\"at\": \"0s\", \"event\": \"pod\", \"cpu\": \"500m\", \"lifetime\":"
                    + " \"2h\"}, or CSV with the columns "
                    + String.join(",", CsvTrace.NEEDED));
    return new TraceRead(
        Trace.of(title, List.of(), Duration.ZERO), List.of(new TraceProblem(1, problem)));
  }

  /// Events and problems while a file is being read.
  static final class Notes {
    final List<TraceEvent> events = new ArrayList<>();
    final List<TraceProblem> problems = new ArrayList<>();

    void wrong(int line, Problem problem) {
      problems.add(new TraceProblem(line, problem));
    }

    /// @param least how long the trace lasts at least
    TraceRead read(String title, Duration least) {
      var length = least;
      for (var event : events) {
        length = event.at().compareTo(length) > 0 ? event.at() : length;
      }
      return new TraceRead(Trace.of(title, events, length), problems);
    }
  }
}
