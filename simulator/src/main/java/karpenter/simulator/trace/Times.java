package karpenter.simulator.trace;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/// Times as traces and command lines write them: `90`, `90s`, `5m`, `1h30m`, `7d`.
public final class Times {
  private static final Pattern WHOLE = Pattern.compile("(\\d+(\\.\\d+)?)s?|(\\d+[dhms])+");
  private static final Pattern PART = Pattern.compile("(\\d+)([dhms])");

  private Times() {}

  /// Empty if it is none.
  public static Optional<Duration> parse(String text) {
    var whole = WHOLE.matcher(text);
    if (!whole.matches() || text.length() > 18) {
      return Optional.empty();
    }
    if (whole.group(1) != null) {
      return Optional.of(Duration.ofMillis(Math.round(Double.parseDouble(whole.group(1)) * 1000)));
    }
    var sum = Duration.ZERO;
    var parts = PART.matcher(text);
    while (parts.find()) {
      long count = Long.parseLong(parts.group(1));
      sum =
          sum.plus(
              switch (parts.group(2)) {
                case "d" -> Duration.ofDays(count);
                case "h" -> Duration.ofHours(count);
                case "m" -> Duration.ofMinutes(count);
                default -> Duration.ofSeconds(count);
              });
    }
    return Optional.of(sum);
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
