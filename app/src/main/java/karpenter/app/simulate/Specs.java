package karpenter.app.simulate;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import karpenter.simulator.trace.SyntheticTrace;
import karpenter.simulator.trace.Terms;
import karpenter.simulator.trace.Trace;

/// Numbers by name, as `nodes=500,pods=5000`.
final class Specs {
  private static final int MOST = 1_000_000;

  /// Not as it should be; the message says why.
  static final class Wrong extends Exception {
    private static final long serialVersionUID = 1L;

    Wrong(String message) {
      super(message);
    }
  }

  private Specs() {}

  static Trace generated(String spec, long seed) throws Wrong {
    var numbers = numbers("--generate", spec, List.of("nodes", "pods", "arrivals", "days"));
    return new SyntheticTrace(
        atLeastOne(numbers, "nodes"),
        atLeastOne(numbers, "pods"),
        atLeastOne(numbers, "arrivals"),
        Duration.ofDays(atLeastOne(numbers, "days")),
        seed);
  }

  static Terms.Chaos faults(String spec) throws Wrong {
    if (spec.isEmpty()) {
      return Terms.Chaos.NONE;
    }
    var numbers = numbers("--faults", spec, List.of("calls", "nodes", "restarts"));
    return new Terms.Chaos(
        Math.min(1000, numbers.getOrDefault("calls", 0)),
        numbers.getOrDefault("nodes", 0),
        numbers.getOrDefault("restarts", 0));
  }

  private static int atLeastOne(Map<String, Integer> numbers, String name) throws Wrong {
    int number = numbers.getOrDefault(name, 0);
    if (number < 1) {
      throw new Wrong(
          "--generate needs %s=N, such as nodes=50,pods=500,arrivals=200,days=1".formatted(name));
    }
    return number;
  }

  private static Map<String, Integer> numbers(String option, String spec, List<String> known)
      throws Wrong {
    var numbers = new LinkedHashMap<String, Integer>();
    for (var part : spec.split(",", -1)) {
      var sides = part.split("=", -1);
      if (sides.length != 2 || !known.contains(sides[0]) || !sides[1].matches("\\d{1,7}")) {
        throw new Wrong(
            "%s: %s is none of %s=N, with N from 0 to %,d"
                .formatted(
                    option, part.isEmpty() ? "nothing" : part, String.join("=N, ", known), MOST));
      }
      numbers.put(sides[0], Math.min(MOST, Integer.parseInt(sides[1])));
    }
    return numbers;
  }
}
