package karpenter.core.requirement;

import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;

/// The states one label may be in: absent, or one of a set of strings.
///
/// Laws, which hold by `equals`:
/// - [#intersect] is commutative, associative and idempotent, with unit [#any] and zero [#nothing];
/// - a value (or absence) is in `a.intersect(b)` exactly when it is in `a` and in `b`;
/// - `a.intersects(b)` is `!a.intersect(b).isEmpty()`;
/// - `a.isSubsetOf(b)` exactly when every state of `a` is one of `b`.
///
/// A contradiction (`In [a]` and `In [b]`) is [#nothing], which is not [#doesNotExist]: no label
/// state satisfies the former, leaving the label off satisfies the latter.
public sealed interface ValueSet {

  /// A finite choice.
  record Only(SortedSet<String> values, boolean orAbsent) implements ValueSet {
    private static final Only NOTHING = new Only(Collections.emptySortedSet(), false);
    private static final Only ABSENT = new Only(Collections.emptySortedSet(), true);

    public Only {
      values = keep(values, _ -> true);
    }

    private Only intersectOnly(ValueSet other) {
      boolean absent = orAbsent && other.allowsAbsent();
      if (absent == orAbsent && values.stream().allMatch(other::contains)) {
        return this;
      }
      return new Only(keep(values, other::contains), absent);
    }

    @Override
    public String toString() {
      return Rendering.of(this);
    }
  }

  /// Everything within the bounds but the excluded values. Exclusions that the bounds rule out
  /// anyway are forgotten, and some value must be left: a set without values is an [Only].
  record AllExcept(SortedSet<String> excluded, IntRange bounds, boolean orAbsent)
      implements ValueSet {
    private static final AllExcept EXISTS =
        new AllExcept(Collections.emptySortedSet(), IntRange.UNBOUNDED, false);
    private static final AllExcept ANY =
        new AllExcept(Collections.emptySortedSet(), IntRange.UNBOUNDED, true);

    public AllExcept {
      excluded = keep(excluded, bounds::contains);
      if (!bounds.holdsMoreThan(excluded.size())) {
        throw new IllegalArgumentException(
            "AllExcept must leave a value, but %s excludes all of %s".formatted(excluded, bounds));
      }
    }

    private ValueSet and(AllExcept other) {
      boolean absent = orAbsent && other.orAbsent;
      var both = new TreeSet<>(excluded);
      both.addAll(other.excluded);
      var window = bounds.intersect(other.bounds);
      if (!leavesSome(window, both)) {
        return absent ? Only.ABSENT : Only.NOTHING;
      }
      return new AllExcept(both, window, absent);
    }

    /// Counts when the window is small: two complements need not meet (spec 01 §8.1, C4).
    private boolean sharesValueWith(AllExcept other) {
      if (!bounds.isBounded() && !other.bounds.isBounded()) {
        return true;
      }
      long lowest = Math.max(bounds.lowest(), other.bounds.lowest());
      long highest = Math.min(bounds.highest(), other.bounds.highest());
      if (IntRange.spanExceeds(lowest, highest, excluded.size() + (long) other.excluded.size())) {
        return true;
      }
      // So short a window that n cannot overflow before it is through, except at the very top.
      for (long n = lowest; n <= highest; n++) {
        var value = Long.toString(n);
        if (!excluded.contains(value) && !other.excluded.contains(value)) {
          return true;
        }
        if (n == Long.MAX_VALUE) {
          break;
        }
      }
      return false;
    }

    private boolean hasNoValueOutside(Only other) {
      return !bounds.holdsMoreThan(
          excluded.size() + other.values.stream().filter(this::contains).count());
    }

    private boolean hasNoValueOutside(AllExcept other) {
      if (other.excluded.stream().anyMatch(this::contains)) {
        return false;
      }
      if (!other.bounds.isBounded()) {
        return true;
      }
      return bounds.isBounded()
          && !hasValueIn(other.bounds.below())
          && !hasValueIn(other.bounds.above());
    }

    private boolean hasValueIn(Optional<IntRange> range) {
      return range.map(bounds::intersect).filter(part -> leavesSome(part, excluded)).isPresent();
    }

    private static boolean leavesSome(IntRange window, SortedSet<String> excluded) {
      return window.holdsMoreThan(excluded.stream().filter(window::contains).count());
    }

    @Override
    public String toString() {
      return Rendering.of(this);
    }
  }

  static ValueSet in(Collection<String> values) {
    return new Only(new TreeSet<>(values), false);
  }

  static ValueSet in(String... values) {
    return in(Arrays.asList(values));
  }

  /// A label that is absent has none of the values, so absence is allowed.
  static ValueSet notIn(Collection<String> values) {
    return new AllExcept(new TreeSet<>(values), IntRange.UNBOUNDED, true);
  }

  static ValueSet notIn(String... values) {
    return notIn(Arrays.asList(values));
  }

  static ValueSet exists() {
    return AllExcept.EXISTS;
  }

  static ValueSet doesNotExist() {
    return Only.ABSENT;
  }

  /// An absent label is no number, so a bound asks for the label to exist (spec 01 §8.1, C2).
  static ValueSet atLeast(long min) {
    return new AllExcept(Collections.emptySortedSet(), IntRange.atLeast(min), false);
  }

  static ValueSet atMost(long max) {
    return new AllExcept(Collections.emptySortedSet(), IntRange.atMost(max), false);
  }

  /// No 64-bit integer is greater than the greatest, so that bound is [#nothing]. Upstream makes it
  /// `DoesNotExist`, which would let a node without the label pass a demand for a number.
  static ValueSet greaterThan(long bound) {
    return bound == Long.MAX_VALUE ? nothing() : atLeast(bound + 1);
  }

  static ValueSet lessThan(long bound) {
    return bound == Long.MIN_VALUE ? nothing() : atMost(bound - 1);
  }

  /// Every state, absence included.
  static ValueSet any() {
    return AllExcept.ANY;
  }

  /// No state at all.
  static ValueSet nothing() {
    return Only.NOTHING;
  }

  default boolean contains(String value) {
    return switch (this) {
      case Only only -> only.values.contains(value);
      case AllExcept all -> !all.excluded.contains(value) && all.bounds.contains(value);
    };
  }

  default boolean allowsAbsent() {
    return switch (this) {
      case Only only -> only.orAbsent;
      case AllExcept all -> all.orAbsent;
    };
  }

  /// Whether some string is allowed.
  default boolean hasValues() {
    return switch (this) {
      case Only only -> !only.values.isEmpty();
      case AllExcept _ -> true;
    };
  }

  /// Whether no state is left, not even absence: a contradiction.
  default boolean isEmpty() {
    return !hasValues() && !allowsAbsent();
  }

  /// The values one by one, where they can be listed.
  default Optional<SortedSet<String>> finiteValues() {
    return switch (this) {
      case Only only -> Optional.of(only.values);
      case AllExcept _ -> Optional.empty();
    };
  }

  default ValueSet intersect(ValueSet other) {
    return switch (this) {
      case Only mine -> mine.intersectOnly(other);
      case AllExcept mine ->
          switch (other) {
            case Only theirs -> theirs.intersectOnly(mine);
            case AllExcept theirs -> mine.and(theirs);
          };
    };
  }

  /// Whether the two share a state; asked far more often than what they share, so it builds no set.
  default boolean intersects(ValueSet other) {
    if (allowsAbsent() && other.allowsAbsent()) {
      return true;
    }
    return switch (this) {
      case Only mine -> containsAny(mine, other);
      case AllExcept mine ->
          switch (other) {
            case Only theirs -> containsAny(theirs, mine);
            case AllExcept theirs -> mine.sharesValueWith(theirs);
          };
    };
  }

  default boolean isSubsetOf(ValueSet other) {
    if (allowsAbsent() && !other.allowsAbsent()) {
      return false;
    }
    return switch (this) {
      case Only mine -> mine.values.stream().allMatch(other::contains);
      case AllExcept mine ->
          switch (other) {
            case Only theirs -> mine.hasNoValueOutside(theirs);
            case AllExcept theirs -> mine.hasNoValueOutside(theirs);
          };
    };
  }

  private static boolean containsAny(Only finite, ValueSet other) {
    if (other instanceof Only theirs && theirs.values.size() < finite.values.size()) {
      return containsAny(theirs, finite);
    }
    for (var value : finite.values) {
      if (other.contains(value)) {
        return true;
      }
    }
    return false;
  }

  /// A sorted, unmodifiable copy in natural order, whatever order the source had.
  private static SortedSet<String> keep(Collection<String> values, Predicate<String> test) {
    var kept = new TreeSet<String>();
    for (var value : values) {
      if (test.test(value)) {
        kept.add(value);
      }
    }
    return Collections.unmodifiableSortedSet(kept);
  }
}
