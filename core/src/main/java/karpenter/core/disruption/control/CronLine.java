package karpenter.core.disruption.control;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// A cron line of five fields, on a wall clock: it knows nothing of zones.
///
/// Laws: `previous(t) ≤ t < next(t)`, both match, and nothing between them does. When both the day
/// of the month and the day of the week are restricted, either suffices.
///
/// @param text as written
public record CronLine(
    String text, long minutes, long hours, long days, long months, long weekdays) {

  /// The 29th of February can be eight years away, around a century that is no leap year.
  private static final int MAX_DAYS = 8 * 366 + 1;

  private static final List<String> MONTHS =
      List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec");
  private static final List<String> WEEKDAYS =
      List.of("sun", "mon", "tue", "wed", "thu", "fri", "sat");
  private static final Map<String, String> SHORTHANDS =
      Map.of(
          "@yearly", "0 0 1 1 *",
          "@annually", "0 0 1 1 *",
          "@monthly", "0 0 1 * *",
          "@weekly", "0 0 * * 0",
          "@daily", "0 0 * * *",
          "@midnight", "0 0 * * *",
          "@hourly", "0 * * * *");

  /// In a field that is not restricted at all; no value has this bit.
  private static final long ANY = 1L << 63;

  /// Empty when it is no cron line, or one that never comes, such as the 30th of February.
  public static Optional<CronLine> parse(String text) {
    var fields = SHORTHANDS.getOrDefault(text.strip(), text).strip().split("\\s+");
    if (fields.length != 5) {
      return Optional.empty();
    }
    long minutes = Field.MINUTE.bits(fields[0]);
    long hours = Field.HOUR.bits(fields[1]);
    long days = Field.DAY.bits(fields[2]);
    long months = Field.MONTH.bits(fields[3]);
    long weekdays = Field.WEEKDAY.bits(fields[4]);
    if (minutes == 0 || hours == 0 || days == 0 || months == 0 || weekdays == 0) {
      return Optional.empty();
    }
    var line = new CronLine(text.strip(), minutes, hours, days, months, weekdays);
    // A year that is divisible by 400, so that every date there is lies ahead of it.
    return line.next(LocalDateTime.of(2000, 1, 1, 0, 0)).map(_ -> line);
  }

  /// The last hit that is not after the time; empty where it is more than `maxDays` before it.
  public Optional<LocalDateTime> previous(LocalDateTime time, int maxDays) {
    for (int back = 0; back <= maxDays; back++) {
      var date = time.toLocalDate().minusDays(back);
      if (!matches(date)) {
        continue;
      }
      int latest = back == 0 ? minuteOfDay(time.toLocalTime()) : 24 * 60 - 1;
      for (int hour = latest / 60; hour >= 0; hour--) {
        if (has(hours, hour)) {
          int last = hour == latest / 60 ? latest % 60 : 59;
          int minute = highest(minutes, last);
          if (minute >= 0) {
            return Optional.of(date.atTime(hour, minute));
          }
        }
      }
    }
    return Optional.empty();
  }

  /// The first hit after the time.
  public Optional<LocalDateTime> next(LocalDateTime time) {
    for (int ahead = 0; ahead <= MAX_DAYS; ahead++) {
      var date = time.toLocalDate().plusDays(ahead);
      if (!matches(date)) {
        continue;
      }
      int earliest = ahead == 0 ? minuteOfDay(time.toLocalTime()) + 1 : 0;
      for (int hour = earliest / 60; hour < 24; hour++) {
        if (has(hours, hour)) {
          int minute = lowest(minutes, hour == earliest / 60 ? earliest % 60 : 0);
          if (minute < 60) {
            return Optional.of(date.atTime(hour, minute));
          }
        }
      }
    }
    return Optional.empty();
  }

  private boolean matches(LocalDate date) {
    if (!has(months, date.getMonthValue())) {
      return false;
    }
    boolean day = has(days, date.getDayOfMonth());
    boolean weekday = has(weekdays, date.getDayOfWeek().getValue() % 7);
    boolean bothRestricted = (days & ANY) == 0 && (weekdays & ANY) == 0;
    return bothRestricted ? day || weekday : day && weekday;
  }

  private static boolean has(long bits, int value) {
    return (bits & (1L << value)) != 0;
  }

  private static int minuteOfDay(LocalTime time) {
    return time.getHour() * 60 + time.getMinute();
  }

  /// -1 when there is none.
  private static int highest(long bits, int atMost) {
    long left = bits & ~ANY & ((1L << (atMost + 1)) - 1);
    return 63 - Long.numberOfLeadingZeros(left);
  }

  /// 64 when there is none.
  private static int lowest(long bits, int atLeast) {
    return Long.numberOfTrailingZeros((bits & ~ANY) >>> atLeast << atLeast);
  }

  @Override
  public String toString() {
    return text;
  }

  private enum Field {
    MINUTE(0, 59, List.of()),
    HOUR(0, 23, List.of()),
    DAY(1, 31, List.of()),
    MONTH(1, 12, MONTHS),
    WEEKDAY(0, 6, CronLine.WEEKDAYS);

    private final int min;
    private final int max;
    private final List<String> names;

    Field(int min, int max, List<String> names) {
      this.min = min;
      this.max = max;
      this.names = names;
    }

    /// 0 when it cannot be understood: a field that matches nothing is not one.
    long bits(String field) {
      long all = 0;
      for (var part : field.split(",", -1)) {
        long bits = part(part);
        if (bits == 0) {
          return 0;
        }
        all |= bits;
      }
      return all;
    }

    private long part(String part) {
      var halves = part.split("/", -1);
      if (halves.length > 2) {
        return 0;
      }
      var step = halves.length == 2 ? number(halves[1], 1, max) : OptionalInt.of(1);
      if (step.isEmpty()) {
        return 0;
      }
      if (halves[0].equals("*") || halves[0].equals("?")) {
        long every = every(min, max, step.getAsInt());
        return step.getAsInt() == 1 ? every | ANY : every;
      }
      var ends = halves[0].split("-", -1);
      if (ends.length > 2) {
        return 0;
      }
      var from = value(ends[0]);
      var to = ends.length == 2 ? value(ends[1]) : from;
      if (from.isEmpty() || to.isEmpty() || to.getAsInt() < from.getAsInt()) {
        return 0;
      }
      boolean isOpenEnded = ends.length == 1 && halves.length == 2;
      return every(from.getAsInt(), isOpenEnded ? max : to.getAsInt(), step.getAsInt());
    }

    private OptionalInt value(String text) {
      int named = names.indexOf(text.toLowerCase(Locale.ROOT));
      return named >= 0 ? OptionalInt.of(named + min) : number(text, min, max);
    }

    private static OptionalInt number(String text, int least, int most) {
      if (text.isEmpty() || text.length() > 3 || !text.chars().allMatch(Character::isDigit)) {
        return OptionalInt.empty();
      }
      int value = Integer.parseInt(text);
      return value < least || value > most ? OptionalInt.empty() : OptionalInt.of(value);
    }

    private static long every(int from, int to, int step) {
      long bits = 0;
      for (int value = from; value <= to; value += step) {
        bits |= 1L << value;
      }
      return bits;
    }
  }
}
