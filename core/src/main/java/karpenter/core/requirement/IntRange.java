package karpenter.core.requirement;

import java.util.Optional;
import java.util.OptionalLong;

/// The integers between two optional, inclusive bounds.
///
/// With no bound at all the range restricts nothing, not even to integers. With one bound or two, a
/// label value is inside only if it is an integer in its plain decimal spelling: `7` is, `007` and
/// `+7` are not. One spelling per number is what lets a window be counted, and so found empty.
public record IntRange(OptionalLong min, OptionalLong max) {
  public static final IntRange UNBOUNDED = new IntRange(OptionalLong.empty(), OptionalLong.empty());

  // The longest plain spelling is that of Long.MIN_VALUE.
  private static final int MAX_LENGTH = 20;

  public static IntRange atLeast(long min) {
    return new IntRange(OptionalLong.of(min), OptionalLong.empty());
  }

  public static IntRange atMost(long max) {
    return new IntRange(OptionalLong.empty(), OptionalLong.of(max));
  }

  public boolean isBounded() {
    return min.isPresent() || max.isPresent();
  }

  public boolean contains(long number) {
    return lowest() <= number && number <= highest();
  }

  public boolean contains(String value) {
    if (!isBounded()) {
      return true;
    }
    var number = plainInteger(value);
    return number.isPresent() && contains(number.getAsLong());
  }

  public IntRange intersect(IntRange other) {
    if (!other.isBounded() || equals(other)) {
      return this;
    }
    return new IntRange(
        min.isPresent() || other.min.isPresent()
            ? OptionalLong.of(Math.max(lowest(), other.lowest()))
            : OptionalLong.empty(),
        max.isPresent() || other.max.isPresent()
            ? OptionalLong.of(Math.min(highest(), other.highest()))
            : OptionalLong.empty());
  }

  /// The integers too small for this range, if any are.
  Optional<IntRange> below() {
    return lowest() == Long.MIN_VALUE ? Optional.empty() : Optional.of(atMost(lowest() - 1));
  }

  /// The integers too great for this range, if any are.
  Optional<IntRange> above() {
    return highest() == Long.MAX_VALUE ? Optional.empty() : Optional.of(atLeast(highest() + 1));
  }

  /// Whether more than `count` values lie inside; an unbounded range holds more than any count.
  boolean holdsMoreThan(long count) {
    return !isBounded() || spanExceeds(lowest(), highest(), count);
  }

  /// Whether more than `count` integers lie between the two, both included.
  static boolean spanExceeds(long lowest, long highest, long count) {
    if (lowest > highest) {
      return false;
    }
    long span = highest - lowest;
    return span < 0 /* wrapped around: more than 2^63 numbers */ || span >= count;
  }

  long lowest() {
    return min.orElse(Long.MIN_VALUE);
  }

  long highest() {
    return max.orElse(Long.MAX_VALUE);
  }

  private static OptionalLong plainInteger(String value) {
    int digits = value.startsWith("-") ? 1 : 0;
    if (value.length() == digits || value.length() > MAX_LENGTH) {
      return OptionalLong.empty();
    }
    for (int i = digits; i < value.length(); i++) {
      if (value.charAt(i) < '0' || value.charAt(i) > '9') {
        return OptionalLong.empty();
      }
    }
    if (value.charAt(digits) == '0' && value.length() > 1) {
      return OptionalLong.empty();
    }
    try {
      return OptionalLong.of(Long.parseLong(value));
    } catch (NumberFormatException beyond64Bits) {
      return OptionalLong.empty();
    }
  }
}
