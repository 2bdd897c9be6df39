package karpenter.bench.check;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/// The states one label may be in: absent, or present with one of a set of values.
///
/// Absence is a state of its own rather than an empty set of values, so that a contradiction is
/// never mistaken for "does not exist".
///
/// @param absent whether the label may be missing
/// @param complement whether `values` are the excluded ones
/// @param bounds when given, a present value must be an integer within them
record LabelValues(
    boolean absent, boolean complement, SortedSet<String> values, Optional<Bounds> bounds) {

  static final LabelValues ABSENT = new LabelValues(true, false, new TreeSet<>(), Optional.empty());
  static final LabelValues PRESENT =
      new LabelValues(false, true, new TreeSet<>(), Optional.empty());

  record Bounds(long from, long to) {
    Bounds and(Bounds other) {
      return new Bounds(Math.max(from, other.from), Math.min(to, other.to));
    }

    boolean holds(String value) {
      try {
        var number = Long.parseLong(value);
        return from <= number && number <= to;
      } catch (NumberFormatException notAnInteger) {
        return false;
      }
    }
  }

  static LabelValues only(String value) {
    return only(List.of(value));
  }

  static LabelValues only(Collection<String> values) {
    return new LabelValues(false, false, new TreeSet<>(values), Optional.empty());
  }

  static LabelValues of(String operator, List<String> values) {
    return switch (operator) {
      case "In" -> only(values);
      case "NotIn" -> new LabelValues(true, true, new TreeSet<>(values), Optional.empty());
      case "Exists" -> PRESENT;
      case "DoesNotExist" -> ABSENT;
      case "Gt" -> bounded(Math.addExact(number(values), 1), Long.MAX_VALUE);
      case "Gte" -> bounded(number(values), Long.MAX_VALUE);
      case "Lt" -> bounded(Long.MIN_VALUE, Math.subtractExact(number(values), 1));
      case "Lte" -> bounded(Long.MIN_VALUE, number(values));
      default ->
          throw new IllegalArgumentException(
              "found operator \"%s\", expected In, NotIn, Exists, DoesNotExist, Gt, Gte, Lt or Lte"
                  .formatted(operator));
    };
  }

  private static LabelValues bounded(long from, long to) {
    return new LabelValues(false, true, new TreeSet<>(), Optional.of(new Bounds(from, to)));
  }

  private static long number(List<String> values) {
    return Long.parseLong(values.getFirst());
  }

  boolean contains(String value) {
    return values.contains(value) != complement && bounds.stream().allMatch(b -> b.holds(value));
  }

  LabelValues and(LabelValues other) {
    var merged = Stream.of(bounds, other.bounds).flatMap(Optional::stream).reduce(Bounds::and);
    var both = absent && other.absent;
    if (complement && other.complement) {
      var excluded = new TreeSet<>(values);
      excluded.addAll(other.values);
      return new LabelValues(both, true, excluded, merged);
    }
    var listed = complement ? other.values : values;
    var kept = new TreeSet<>(listed);
    kept.removeIf(value -> !contains(value) || !other.contains(value));
    return new LabelValues(both, false, kept, Optional.empty());
  }

  /// No state is left: nothing can carry this label, and nothing can lack it either.
  boolean isEmpty() {
    return !absent && !hasValue();
  }

  private boolean hasValue() {
    if (!complement) return !values.isEmpty();
    return bounds.isEmpty() || windowHasRoom(bounds.get());
  }

  private boolean windowHasRoom(Bounds window) {
    if (window.from() > window.to()) return false;
    var inside = values.stream().filter(window::holds).count();
    var width = window.to() - window.from() + 1;
    return width <= 0 || width > inside; // a width that overflowed is larger than any list
  }

  boolean intersects(LabelValues other) {
    if (absent && other.absent) return true;
    if (!complement) return values.stream().anyMatch(v -> contains(v) && other.contains(v));
    if (!other.complement)
      return other.values.stream().anyMatch(v -> contains(v) && other.contains(v));
    return and(other).hasValue();
  }

  boolean isSubsetOf(LabelValues other) {
    if (absent && !other.absent) return false;
    if (!complement) return values.stream().allMatch(other::contains);
    if (!hasValue()) return true;
    if (!other.complement) return false;
    return other.values.stream().noneMatch(this::contains) && withinBoundsOf(other);
  }

  private boolean withinBoundsOf(LabelValues other) {
    if (other.bounds.isEmpty()) return true;
    var wide = other.bounds.get();
    return bounds.stream().anyMatch(b -> wide.from() <= b.from() && b.to() <= wide.to());
  }

  /// Each state on its own, when there are finitely many.
  Optional<List<LabelValues>> states() {
    if (complement) return Optional.empty();
    var states = new ArrayList<LabelValues>();
    if (absent) states.add(ABSENT);
    values.forEach(value -> states.add(only(value)));
    return Optional.of(states);
  }
}
