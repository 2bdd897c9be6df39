package karpenter.core.wire;

import java.util.HashMap;
import java.util.Map;

/// Keeps one instance per value, so that a thousand replicas share one spec and comparing them
/// later is comparing references. It only answers for equal values, so its order decides nothing.
///
/// Bounded: when a generation is full, what was not asked for during it is forgotten. A forgotten
/// value costs memory when it comes again, never correctness.
final class Interner {
  /// Room for the distinct parts of some thousand workloads and nodes, which are a few megabytes.
  static final int MAX_GENERATION = 1 << 15;

  private Map<Object, Object> young = new HashMap<>();
  private Map<Object, Object> old = new HashMap<>();

  <T> T of(T value) {
    var known = young.get(value);
    if (known == null) {
      known = old.getOrDefault(value, value);
      if (young.size() == MAX_GENERATION) {
        old = young;
        young = new HashMap<>();
      }
      young.put(known, known);
    }
    @SuppressWarnings("unchecked") // an equal value of a record type is of the same type
    T answer = (T) known;
    return answer;
  }
}
