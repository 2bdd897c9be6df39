package karpenter.bench.check;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// A conjunction of demands on labels; a key that is not mentioned is free.
record Requirements(SortedMap<String, LabelValues> byKey) {
  static final Requirements NONE = new Requirements(new TreeMap<>());

  Requirements {
    byKey = Collections.unmodifiableSortedMap(new TreeMap<>(byKey));
  }

  /// What a node, or one of the nodes a claim may become, says about a label.
  @FunctionalInterface
  interface Labels {
    LabelValues get(String key);
  }

  static Requirements ofLabels(Map<String, String> labels) {
    var byKey = new TreeMap<String, LabelValues>();
    labels.forEach((key, value) -> byKey.put(key, LabelValues.only(value)));
    return new Requirements(byKey);
  }

  Optional<LabelValues> find(String key) {
    return Optional.ofNullable(byKey.get(key));
  }

  Set<String> keys() {
    return byKey.keySet();
  }

  Requirements and(Requirements other) {
    var merged = new TreeMap<>(byKey);
    other.byKey.forEach((key, values) -> merged.merge(key, values, LabelValues::and));
    return new Requirements(merged);
  }

  Requirements and(String key, LabelValues values) {
    return and(new Requirements(new TreeMap<>(Map.of(key, values))));
  }

  Requirements without(Collection<String> keys) {
    var kept = new TreeMap<>(byKey);
    kept.keySet().removeAll(keys);
    return new Requirements(kept);
  }

  /// Keys whose demands exclude each other, so that no node can ever meet them.
  SortedSet<String> contradictions() {
    var keys = new TreeSet<String>();
    byKey.forEach(
        (key, values) -> {
          if (values.isEmpty()) keys.add(key);
        });
    return keys;
  }

  /// Whether the keys that both sides mention leave a common state.
  boolean intersects(Requirements other) {
    return other.byKey.entrySet().stream()
        .allMatch(
            demand -> {
              var mine = byKey.get(demand.getKey());
              return mine == null || mine.intersects(demand.getValue());
            });
  }

  boolean mayHoldFor(Labels labels) {
    return byKey.entrySet().stream()
        .allMatch(demand -> labels.get(demand.getKey()).intersects(demand.getValue()));
  }

  boolean surelyHoldFor(Labels labels) {
    return byKey.entrySet().stream()
        .allMatch(demand -> labels.get(demand.getKey()).isSubsetOf(demand.getValue()));
  }

  /// Whether each state the labels may be in meets some alternative, not always the same one: a
  /// claim open to zones a and b meets "zone a, or zone b".
  static boolean someSurelyHolds(List<Requirements> alternatives, Labels labels) {
    if (alternatives.stream().anyMatch(alternative -> alternative.surelyHoldFor(labels)))
      return true;
    if (alternatives.size() < 2) return false;
    var open =
        alternatives.stream()
            .flatMap(alternative -> alternative.keys().stream())
            .filter(key -> labels.get(key).states().filter(s -> s.size() > 1).isPresent())
            .findFirst();
    return open.isPresent()
        && labels.get(open.get()).states().orElseThrow().stream()
            .allMatch(state -> someSurelyHolds(alternatives, pinned(labels, open.get(), state)));
  }

  private static Labels pinned(Labels labels, String key, LabelValues state) {
    return asked -> asked.equals(key) ? state : labels.get(asked);
  }
}
