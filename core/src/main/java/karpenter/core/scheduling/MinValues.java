package karpenter.core.scheduling;

import java.util.HashSet;
import java.util.Set;
import karpenter.core.requirement.Requirements;

/// How many different values a set of rows leaves open per key, against what a pool demands.
final class MinValues {
  private MinValues() {}

  static boolean hold(Requirements requirements, Template template, long[] rows) {
    if (!requirements.hasMinValues()) return true;
    return requirements.minValues().entrySet().stream()
        .allMatch(demand -> distinct(demand.getKey(), template, rows) >= demand.getValue());
  }

  /// The same requirements, asking for no more than `rows` can give.
  static Requirements lowered(Requirements requirements, Template template, long[] rows) {
    var lowered = Requirements.none();
    for (String key : requirements.keys()) lowered = lowered.and(key, requirements.get(key));
    for (var demand : requirements.minValues().entrySet()) {
      int reached = distinct(demand.getKey(), template, rows);
      if (reached > 0)
        lowered = lowered.withMinValues(demand.getKey(), Math.min(reached, demand.getValue()));
    }
    return lowered;
  }

  static int distinct(String key, Template template, long[] rows) {
    Set<String> values = new HashSet<>();
    for (int row = Bits.first(rows); row >= 0; row = Bits.next(rows, row + 1)) {
      template
          .rows
          .get(row)
          .type()
          .requirements()
          .get(key)
          .finiteValues()
          .ifPresent(values::addAll);
    }
    return values.size();
  }
}
