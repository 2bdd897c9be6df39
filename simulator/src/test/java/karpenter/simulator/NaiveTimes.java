package karpenter.simulator;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/// Schedules and windows, as slowly and simply as can be: every minute that could have opened one
/// is looked at. It judges the production code, so it shares nothing with it.
final class NaiveTimes {
  private static final List<String> DAYS = List.of("sun", "mon", "tue", "wed", "thu", "fri", "sat");
  private static final int SUNDAY = 7;
  private static final int CRON_FIELDS = 5;
  private static final Pattern PART = Pattern.compile("(\\d+)([hms])");

  private NaiveTimes() {}

  /// A budget's schedule, which is in UTC.
  static boolean isActive(String cron, String duration, Instant now) {
    return isOpen(cron, duration(duration), now.atZone(ZoneOffset.UTC).toLocalDateTime());
  }

  /// Whether one of the windows is open.
  static boolean isOpen(String windows, Instant now) {
    for (var window : windows.split(";")) {
      if (isOneOpen(window.strip().split("\\s+"), now)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isOneOpen(String[] words, Instant now) {
    if (words.length == CRON_FIELDS + 2) {
      var cron = String.join(" ", List.of(words).subList(0, CRON_FIELDS));
      var wall = now.atZone(ZoneId.of(words[CRON_FIELDS + 1])).toLocalDateTime();
      return isOpen(cron, duration(words[CRON_FIELDS]), wall);
    }
    var ends = words[0].split("/");
    if (words.length == 1) {
      return !now.isBefore(Instant.parse(ends[0])) && now.isBefore(Instant.parse(ends[1]));
    }
    var today = now.atZone(ZoneId.of(words[1])).toLocalDate();
    return !today.isBefore(LocalDate.parse(ends[0]))
        && !today.isAfter(LocalDate.parse(ends[ends.length - 1]));
  }

  private static boolean isOpen(String cron, Duration length, LocalDateTime now) {
    var minute = now.truncatedTo(ChronoUnit.MINUTES);
    while (Duration.between(minute, now).compareTo(length) < 0) {
      if (hits(cron.split("\\s+"), minute)) {
        return true;
      }
      minute = minute.minusMinutes(1);
    }
    return false;
  }

  private static boolean hits(String[] fields, LocalDateTime at) {
    boolean dayOfMonth = matches(fields[2], at.getDayOfMonth());
    int weekday = at.getDayOfWeek().getValue();
    boolean dayOfWeek = matches(fields[4], weekday == SUNDAY ? 0 : weekday);
    boolean day =
        fields[2].equals("*") || fields[4].equals("*")
            ? dayOfMonth && dayOfWeek
            : dayOfMonth || dayOfWeek;
    return day
        && matches(fields[0], at.getMinute())
        && matches(fields[1], at.getHour())
        && matches(fields[3], at.getMonthValue());
  }

  private static boolean matches(String field, int value) {
    for (var part : field.split(",")) {
      var stepped = part.split("/");
      int step = stepped.length > 1 ? Integer.parseInt(stepped[1]) : 1;
      if (stepped[0].equals("*")) {
        if (value % step == 0) {
          return true;
        }
        continue;
      }
      var range = stepped[0].split("-");
      int first = number(range[0]);
      int last = number(range[range.length - 1]);
      if (value >= first && value <= last && (value - first) % step == 0) {
        return true;
      }
    }
    return false;
  }

  private static int number(String text) {
    int day = DAYS.indexOf(text.toLowerCase(Locale.ROOT));
    return day >= 0 ? day : Integer.parseInt(text);
  }

  static Duration duration(String text) {
    var sum = Duration.ZERO;
    var parts = PART.matcher(text);
    while (parts.find()) {
      long amount = Long.parseLong(parts.group(1));
      sum =
          sum.plus(
              switch (parts.group(2)) {
                case "h" -> Duration.ofHours(amount);
                case "m" -> Duration.ofMinutes(amount);
                default -> Duration.ofSeconds(amount);
              });
    }
    return sum;
  }
}
