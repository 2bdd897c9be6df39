package karpenter.bench.run;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Lets processes read their workload again, in turns.
public final class ReadingTurns {
  private static final int MAX_WARM_UPS = 30;
  private static final double WARM_UP_SECONDS = 5;
  private static final int TURNS = 5;

  private ReadingTurns() {}

  /// @param firstSeconds in a fresh process
  /// @param seconds the median of later readings
  public record Figures(double firstSeconds, double seconds) {
    public static final Figures NONE = new Figures(0, 0);
  }

  public static Map<String, Figures> run(List<ProcessContender> contenders) throws IOException {
    for (var contender : contenders) {
      double spent = 0;
      for (int i = 0; i < MAX_WARM_UPS && spent < WARM_UP_SECONDS; i++) {
        spent += read(contender);
      }
    }
    Map<String, List<Double>> seconds = new LinkedHashMap<>();
    for (int turn = 0; turn < TURNS; turn++) {
      for (var contender : contenders) {
        seconds.computeIfAbsent(contender.name(), _ -> new ArrayList<>()).add(read(contender));
      }
    }
    Map<String, Figures> figures = new LinkedHashMap<>();
    for (var contender : contenders) {
      var own = seconds.getOrDefault(contender.name(), List.of());
      double first = contender.firstReading().map(Reading::seconds).orElse(0.0);
      figures.put(contender.name(), new Figures(first, Median.of(own)));
    }
    return figures;
  }

  private static double read(ProcessContender contender) throws IOException {
    return contender.read().seconds();
  }
}
