package karpenter.core.wire.control;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import karpenter.core.disruption.Cron;
import karpenter.core.disruption.control.Window;

/// Understands windows: a cron line, a duration and a zone; or a date, or two with a slash between
/// them, and a zone; or two moments.
final class WindowReader {
  private static final String EXPECTED =
      "a cron line, a duration and a zone such as \"0 22 * * mon-fri 8h Europe/Berlin\"; dates and"
          + " a zone such as \"2026-12-24/2026-12-26 Europe/Berlin\"; or moments such as"
          + " \"2026-12-24T00:00:00Z/2026-12-27T00:00:00Z\"";

  private WindowReader() {}

  static List<Window> read(Value value) {
    var windows = new ArrayList<Window>();
    boolean isEmpty = true;
    for (var part : value.text().split(";")) {
      if (!part.isBlank()) {
        isEmpty = false;
        window(value.part(part)).ifPresent(windows::add);
      }
    }
    if (isEmpty) {
      value.refuse(EXPECTED);
    }
    return windows;
  }

  private static Optional<Window> window(Value value) {
    var words = value.text().split("\\s+");
    boolean isShorthand = words[0].startsWith("@");
    if (isShorthand ? words.length == 3 : words.length == 7) {
      return repeating(value, words);
    }
    return words.length <= 2 && !isShorthand ? once(value, words) : value.refuse(EXPECTED);
  }

  private static Optional<Window> repeating(Value value, String[] words) {
    int last = words.length - 1;
    var line = String.join(" ", List.of(words).subList(0, last - 1));
    Cron cron;
    try {
      cron = Cron.parse(line);
    } catch (Cron.Unreadable _) {
      return value
          .part(line)
          .refuse("a cron line of five fields that comes some day, such as 0 22 * * mon-fri");
    }
    var length = value.part(words[last - 1]).duration(Window.MAX_LENGTH);
    var zone = zone(value.part(words[last]));
    return length.isPresent() && zone.isPresent()
        ? Optional.of(new Window.Repeating(cron, length.get(), zone.get(), value.text()))
        : Optional.empty();
  }

  private static Optional<Window> once(Value value, String[] words) {
    var ends = words[0].split("/", -1);
    if (ends.length > 2) {
      return value.refuse(EXPECTED);
    }
    var from = ends[0];
    var to = ends[ends.length - 1];
    if (words.length == 1) {
      return ends.length == 2 ? fixed(value, from, to) : value.refuse(EXPECTED);
    }
    var zone = zone(value.part(words[1]));
    if (zone.isEmpty()) {
      return Optional.empty();
    }
    try {
      var begin = begin(from);
      var end = end(to);
      return begin.isBefore(end)
          ? Optional.of(new Window.Dated(begin, end, zone.get(), value.text()))
          : value.refuse("a beginning before the end");
    } catch (DateTimeException _) {
      return value.refuse(EXPECTED);
    }
  }

  private static Optional<Window> fixed(Value value, String from, String to) {
    try {
      var begin = OffsetDateTime.parse(from).toInstant();
      var end = OffsetDateTime.parse(to).toInstant();
      return begin.isBefore(end)
          ? Optional.of(new Window.Fixed(begin, end, value.text()))
          : value.refuse("a beginning before the end");
    } catch (DateTimeException _) {
      return value.refuse(EXPECTED);
    }
  }

  private static LocalDateTime begin(String text) {
    return text.contains("T") ? LocalDateTime.parse(text) : LocalDate.parse(text).atStartOfDay();
  }

  /// A date means the whole day, also at the end.
  private static LocalDateTime end(String text) {
    return text.contains("T")
        ? LocalDateTime.parse(text)
        : LocalDate.parse(text).plusDays(1).atStartOfDay();
  }

  /// Only names that know of daylight saving: with an offset somebody may think it follows the
  /// clock on the wall.
  private static Optional<ZoneId> zone(Value value) {
    try {
      if (value.text().equals("UTC") || value.text().contains("/")) {
        return Optional.of(ZoneId.of(value.text()));
      }
    } catch (DateTimeException _) {
      // Told below.
    }
    return value.refuse("an IANA time zone such as Europe/Berlin, or UTC");
  }
}
