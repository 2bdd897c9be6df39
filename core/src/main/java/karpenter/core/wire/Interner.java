package karpenter.core.wire;

import java.util.HashMap;
import java.util.Map;

/// Keeps one instance per value, so that a thousand replicas share one spec and comparing them
/// later is comparing references. It only answers for equal values, so its order decides nothing.
final class Interner {
  private final Map<Object, Object> canonical = new HashMap<>();

  <T> T of(T value) {
    var known = canonical.putIfAbsent(value, value);
    @SuppressWarnings("unchecked") // an equal value of a record type is of the same type
    T answer = known == null ? value : (T) known;
    return answer;
  }
}
