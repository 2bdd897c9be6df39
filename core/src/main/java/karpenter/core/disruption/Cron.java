package karpenter.core.disruption;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.Month;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// When something recurs: five fields (minute, hour, day of month, month, day of week) or one of
/// the `@` words (spec 02 §2.5).
///
/// A day suits when both day fields do; where both are restricted, one is enough. A line that no
/// calendar day ever suits (30 February) is refused: nobody means "never".
public final class Cron {
  /// Longer than any two hits of a line that fires at all lie apart: 29 February skips 2100.
  private static final int MAX_YEARS_APART = 9;

  private static final Map<String, String> WORDS =
      Map.of(
          "@yearly", "0 0 1 1 *",
          "@annually", "0 0 1 1 *",
          "@monthly", "0 0 1 * *",
          "@weekly", "0 0 * * 0",
          "@daily", "0 0 * * *",
          "@midnight", "0 0 * * *",
          "@hourly", "0 * * * *");

  private static final List<String> MONTHS =
      List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec");
  private static final List<String> DAYS = List.of("sun", "mon", "tue", "wed", "thu", "fri", "sat");

  private final String text;
  private final Field minutes;
  private final Field hours;
  private final Field daysOfMonth;
  private final Field months;
  private final Field daysOfWeek;

  /// @param bits one for each value that suits
  /// @param any the field was a plain star, so that it restricts nothing
  private record Field(long bits, boolean any) {
    boolean has(int value) {
      return (bits & (1L << value)) != 0;
    }
  }

  /// A line that is none; the message says why.
  public static final class Unreadable extends Exception {
    private static final long serialVersionUID = 1L;

    Unreadable(String message) {
      super(message);
    }

    public String sentence() {
      return String.valueOf(getMessage());
    }
  }

  private Cron(
      String text, Field minutes, Field hours, Field daysOfMonth, Field months, Field daysOfWeek) {
    this.text = text;
    this.minutes = minutes;
    this.hours = hours;
    this.daysOfMonth = daysOfMonth;
    this.months = months;
    this.daysOfWeek = daysOfWeek;
  }

  public static Cron parse(String text) throws Unreadable {
    var line = WORDS.getOrDefault(text.strip(), text.strip());
    var fields = line.split("\\s+");
    if (fields.length != 5) {
      throw new Unreadable("\"%s\" has %d fields instead of 5".formatted(text, fields.length));
    }
    var cron =
        new Cron(
            text.strip(),
            field(fields[0], 0, 59, List.of()),
            field(fields[1], 0, 23, List.of()),
            field(fields[2], 1, 31, List.of()),
            field(fields[3], 1, 12, MONTHS),
            field(fields[4], 0, 6, DAYS));
    if (!cron.everFires()) {
      throw new Unreadable("\"%s\" never fires: no month has such a day".formatted(text));
    }
    return cron;
  }

  private static Field field(String text, int least, int most, List<String> names)
      throws Unreadable {
    long bits = 0;
    boolean any = false;
    for (var part : text.split(",", -1)) {
      var rangeAndStep = part.split("/", -1);
      if (rangeAndStep.length > 2) {
        throw new Unreadable("\"%s\" has more than one step".formatted(part));
      }
      boolean isStar = rangeAndStep[0].equals("*") || rangeAndStep[0].equals("?");
      var ends = rangeAndStep[0].split("-", -1);
      if (ends.length > 2) {
        throw new Unreadable("\"%s\" is no range".formatted(part));
      }
      int from = isStar ? least : value(ends[0], least, names);
      int to = isStar ? most : value(ends[ends.length - 1], least, names);
      int step = 1;
      if (rangeAndStep.length == 2) {
        step = number(rangeAndStep[1]);
        // "5/15" means from 5 on.
        to = ends.length == 1 ? most : to;
      }
      if (from < least || to > most || from > to || step < 1) {
        throw new Unreadable("\"%s\" is not within %d-%d".formatted(part, least, most));
      }
      for (int value = from; value <= to; value += step) {
        bits |= 1L << value;
      }
      any |= isStar && step == 1;
    }
    return new Field(bits, any);
  }

  private static int value(String text, int least, List<String> names) throws Unreadable {
    int named = names.indexOf(text.toLowerCase(Locale.ROOT));
    return named >= 0 ? named + least : number(text);
  }

  private static int number(String text) throws Unreadable {
    if (text.isEmpty() || text.length() > 4 || !text.chars().allMatch(c -> c >= '0' && c <= '9')) {
      throw new Unreadable("\"%s\" is no number".formatted(text));
    }
    return Integer.parseInt(text);
  }

  private boolean everFires() {
    if (!daysOfMonth.any() && !daysOfWeek.any()) {
      return true;
    }
    for (int month = 1; month <= 12; month++) {
      for (int day = 1; months.has(month) && day <= Month.of(month).maxLength(); day++) {
        if (daysOfMonth.has(day)) {
          return true;
        }
      }
    }
    return false;
  }

  /// The first hit after `time`, on the clocks of `zone`. A time of day that a change of clocks
  /// skips is not hit that day; one that comes twice is hit when it first comes.
  public Instant next(Instant time, ZoneId zone) {
    for (var local = next(time.atZone(zone).toLocalDateTime()); ; local = next(local)) {
      if (!zone.getRules().getValidOffsets(local).isEmpty()) {
        var hit = local.atZone(zone).withEarlierOffsetAtOverlap().toInstant();
        if (hit.isAfter(time)) {
          return hit;
        }
      }
    }
  }

  /// The first hit after the time, on a clock that nobody changes.
  public LocalDateTime next(LocalDateTime time) {
    var last = time.toLocalDate().plusYears(MAX_YEARS_APART);
    for (var date = time.toLocalDate(); date.isBefore(last); date = date.plusDays(1)) {
      boolean isToday = date.equals(time.toLocalDate());
      int from = isToday ? minuteOfDay(time) + 1 : 0;
      for (int hour = from / 60; suits(date) && hour < 24; hour++) {
        int minute = hour == from / 60 ? from % 60 : 0;
        int first = Long.numberOfTrailingZeros(minutes.bits() >>> minute << minute);
        if (hours.has(hour) && first < 60) {
          return date.atTime(hour, first);
        }
      }
    }
    throw new IllegalStateException(
        "a line that fires has no hit in " + MAX_YEARS_APART + " years");
  }

  /// The last hit that is not after the time; empty where it is more than `maxDays` before it.
  public Optional<LocalDateTime> previous(LocalDateTime time, int maxDays) {
    for (int back = 0; back <= maxDays; back++) {
      var date = time.toLocalDate().minusDays(back);
      int until = back == 0 ? minuteOfDay(time) : 24 * 60 - 1;
      for (int hour = until / 60; suits(date) && hour >= 0; hour--) {
        int minute = hour == until / 60 ? until % 60 : 59;
        int last = 63 - Long.numberOfLeadingZeros(minutes.bits() & ((2L << minute) - 1));
        if (hours.has(hour) && last >= 0) {
          return Optional.of(date.atTime(hour, last));
        }
      }
    }
    return Optional.empty();
  }

  private static int minuteOfDay(LocalDateTime time) {
    return time.getHour() * 60 + time.getMinute();
  }

  private boolean suits(LocalDate date) {
    if (!months.has(date.getMonthValue())) {
      return false;
    }
    boolean ofMonth = daysOfMonth.has(date.getDayOfMonth());
    boolean ofWeek = daysOfWeek.has(date.getDayOfWeek().getValue() % 7);
    return daysOfMonth.any() || daysOfWeek.any() ? ofMonth && ofWeek : ofMonth || ofWeek;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Cron cron && text.equals(cron.text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  @Override
  public String toString() {
    return text;
  }
}
