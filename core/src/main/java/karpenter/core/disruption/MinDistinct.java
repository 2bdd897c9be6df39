package karpenter.core.disruption;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import karpenter.core.requirement.Requirements;

/// How many of a list of types it takes, from the first on, to offer as many values as `minValues`
/// asks for.
final class MinDistinct {
  private MinDistinct() {}

  /// 0 where nothing is asked for; empty where all of them do not offer it.
  static OptionalInt needed(List<Market.Quote> types, Requirements requirements) {
    if (!requirements.hasMinValues()) {
      return OptionalInt.of(0);
    }
    var demanded = requirements.minValues();
    Map<String, Set<String>> seen = new TreeMap<>();
    for (int i = 0; i < types.size(); i++) {
      var offered = types.get(i).type().requirements();
      for (var key : demanded.keySet()) {
        offered
            .get(key)
            .finiteValues()
            .ifPresent(values -> seen.computeIfAbsent(key, _ -> new TreeSet<>()).addAll(values));
      }
      if (demanded.entrySet().stream()
          .allMatch(d -> seen.getOrDefault(d.getKey(), Set.of()).size() >= d.getValue())) {
        return OptionalInt.of(i + 1);
      }
    }
    return OptionalInt.empty();
  }
}
