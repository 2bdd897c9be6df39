package karpenter.bench.check;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongBinaryOperator;

/// Amounts per resource name; a missing name means zero. Units are those of [Quantity].
record Resources(SortedMap<String, Long> amounts) {
  static final String CPU = "cpu";
  static final String MEMORY = "memory";
  static final String PODS = "pods";
  static final String NODES = "nodes";
  static final Resources NONE = new Resources(new TreeMap<>());
  private static final double MILLIS = 1000;

  Resources {
    amounts = Collections.unmodifiableSortedMap(new TreeMap<>(amounts));
  }

  static Resources of(String name, long amount) {
    return new Resources(new TreeMap<>(Map.of(name, amount)));
  }

  long get(String name) {
    return amounts.getOrDefault(name, 0L);
  }

  Resources plus(Resources other) {
    return merge(other, Resources::addSaturated);
  }

  Resources minus(Resources other) {
    return merge(other, (mine, theirs) -> mine - theirs);
  }

  Resources max(Resources other) {
    return merge(other, Math::max);
  }

  Resources floorAtZero() {
    return merge(NONE, (mine, _) -> Math.max(0, mine));
  }

  /// Takes the other's amount wherever it names one.
  Resources overriddenBy(Resources other) {
    var merged = new TreeMap<>(amounts);
    merged.putAll(other.amounts);
    return new Resources(merged);
  }

  Resources only(Set<String> names) {
    var kept = new TreeMap<>(amounts);
    kept.keySet().retainAll(names);
    return new Resources(kept);
  }

  /// The first resource of which more is wanted than the room has. Like the kube-scheduler, does
  /// not look at resources of which nothing is wanted.
  Optional<String> firstExceeding(Resources room) {
    for (var wanted : amounts.entrySet())
      if (wanted.getValue() > 0 && wanted.getValue() > room.get(wanted.getKey()))
        return Optional.of(wanted.getKey());
    return Optional.empty();
  }

  boolean hasNegative() {
    return amounts.values().stream().anyMatch(amount -> amount < 0);
  }

  /// Worth at prices per core, byte, or piece.
  double worth(Map<String, Double> prices) {
    var sum = 0.0;
    for (var price : prices.entrySet())
      sum += price.getValue() * get(price.getKey()) / (price.getKey().equals(CPU) ? MILLIS : 1);
    return sum;
  }

  private Resources merge(Resources other, LongBinaryOperator operator) {
    var merged = new TreeMap<String, Long>();
    amounts.forEach((name, mine) -> merged.put(name, operator.applyAsLong(mine, other.get(name))));
    other.amounts.forEach(
        (name, theirs) -> merged.computeIfAbsent(name, _ -> operator.applyAsLong(0, theirs)));
    return new Resources(merged);
  }

  private static long addSaturated(long mine, long theirs) {
    var sum = mine + theirs;
    var overflowed = ((mine ^ sum) & (theirs ^ sum)) < 0;
    return overflowed ? (mine > 0 ? Long.MAX_VALUE : Long.MIN_VALUE) : sum;
  }
}
