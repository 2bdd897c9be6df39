package karpenter.simulator.trace;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/// Times as traces and command lines write them: `90`, `90s`, `5m`, `1h30m`, `7d`.
public final class Times {
  private static final Pattern WHOLE = Pattern.compile("(\\d+(\\.\\d+)?)s?|(\\d+[dhms])+");
  private static final Pattern PART = Pattern.compile("(\\d+)([dhms])");

  private static final int MAX_LENGTH = 18;

  /// Far beyond any trace, and so little that times can be added to each other and to a date.
  private static final Duration MOST = Duration.ofDays(1_000_000);

  private Times() {}

  /// Empty if it is none.
  public static Optional<Duration> parse(String text) {
    // First of all: the longer the text, the deeper the matcher's stack.
    if (text.length() > MAX_LENGTH) {
      return Optional.empty();
    }
    var whole = WHOLE.matcher(text);
    if (!whole.matches()) {
      return Optional.empty();
    }
    if (whole.group(1) != null) {
      return within(Duration.ofMillis(Math.round(Double.parseDouble(whole.group(1)) * 1000)));
    }
    var sum = Duration.ZERO;
    var parts = PART.matcher(text);
    while (parts.find()) {
      long count = Long.parseLong(parts.group(1));
      if (count > MOST.toSeconds()) {
        return Optional.empty();
      }
      sum =
          sum.plus(
              switch (parts.group(2)) {
                case "d" -> Duration.ofDays(count);
                case "h" -> Duration.ofHours(count);
                case "m" -> Duration.ofMinutes(count);
                default -> Duration.ofSeconds(count);
              });
    }
    return within(sum);
  }

  private static Optional<Duration> within(Duration time) {
    return time.compareTo(MOST) > 0 ? Optional.empty() : Optional.of(time);
  }

  /// Short, for people: `149d 8h`, `2h 30m`, `41.5s`.
  public static String shown(Duration time) {
    if (time.compareTo(Duration.ofMinutes(2)) < 0) {
      return "%.1fs".formatted(time.toMillis() / 1000.0);
    }
    if (time.compareTo(Duration.ofHours(2)) < 0) {
      return pair(time.toMinutes(), "m", time.toSecondsPart(), "s");
    }
    return time.compareTo(Duration.ofDays(2)) < 0
        ? pair(time.toHours(), "h", time.toMinutesPart(), "m")
        : pair(time.toDays(), "d", time.toHoursPart(), "h");
  }

  private static String pair(long large, String unit, int small, String smallUnit) {
    return large + unit + (small == 0 ? "" : " " + small + smallUnit);
  }
}
