package karpenter.api;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What every wire record does with its parts: absent collections become empty, and nothing can be
/// changed afterwards.
public final class Wire {
  private Wire() {}

  public static <T> List<T> list(@Nullable List<T> given) {
    return given == null ? List.of() : List.copyOf(given);
  }

  /// Keeps the order of the document: `Map.copyOf` would shuffle it from one JVM to the next. An
  /// entry that is null is none, as an API server has it.
  public static <V> Map<String, V> map(@Nullable Map<String, V> given) {
    if (given == null || given.isEmpty()) {
      return Map.of();
    }
    var copy = new LinkedHashMap<>(given);
    copy.values().removeIf(Objects::isNull);
    return Collections.unmodifiableMap(copy);
  }

  /// A missing required field is an error of the document, so the message names it the way a user
  /// would.
  public static <T> T required(@Nullable T value, String field) {
    if (value == null) {
      throw new IllegalArgumentException(field + " is required");
    }
    return value;
  }
}
