package karpenter.api;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/// Go's duration syntax: a sign, then numbers with units, as in `1h30m`, `1.5h` or `-250ms`; a bare
/// `0` needs no unit.
///
/// The result is what fits 64 bits of nanoseconds, about 292 years. Longer ones pass the schema's
/// pattern and would still be refused by every reader written in Go, so they are no durations here
/// either.
public final class DurationText {
  private static final Pattern PART =
      Pattern.compile("([0-9]+\\.?[0-9]*|\\.[0-9]+)(ns|us|µs|μs|ms|s|m|h)");
  private static final BigInteger MAX = BigInteger.valueOf(Long.MAX_VALUE);

  /// Longer texts are no honest durations, and big-number arithmetic on them costs time.
  private static final int MAX_LENGTH = 256;

  private DurationText() {}

  public static Optional<Duration> parse(String text) {
    if (text.length() > MAX_LENGTH) {
      return Optional.empty();
    }
    boolean negative = text.startsWith("-");
    var rest = negative || text.startsWith("+") ? text.substring(1) : text;
    if (rest.equals("0")) {
      return Optional.of(Duration.ZERO);
    }
    return nanos(rest).map(nanos -> Duration.ofNanos(negative ? -nanos : nanos));
  }

  private static Optional<Long> nanos(String unsigned) {
    var sum = BigInteger.ZERO;
    var matcher = PART.matcher(unsigned);
    int at = 0;
    while (at < unsigned.length()) {
      if (!matcher.region(at, unsigned.length()).lookingAt()) {
        return Optional.empty();
      }
      var number = new BigDecimal(matcher.group(1));
      sum = sum.add(number.multiply(BigDecimal.valueOf(nanosPer(matcher.group(2)))).toBigInteger());
      at = matcher.end();
    }
    return unsigned.isEmpty() || sum.compareTo(MAX) > 0
        ? Optional.empty()
        : Optional.of(sum.longValue());
  }

  private static long nanosPer(String unit) {
    return switch (unit) {
      case "ns" -> 1L;
      case "us", "µs", "μs" -> 1_000L;
      case "ms" -> 1_000_000L;
      case "s" -> 1_000_000_000L;
      case "m" -> 60_000_000_000L;
      case "h" -> 3_600_000_000_000L;
      default -> throw new IllegalStateException("the pattern let through the unit " + unit);
    };
  }
}
