package karpenter.core.disruption.control;

import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// How many of something happened when. It is kept in an annotation, so that a restart does not
/// forget it, and is therefore short: what is too old for every control is dropped, and beyond
/// `MAX_ENTRIES` the two oldest become one.
///
/// Law: a tally never counts less in a stretch of time that ends now than truly happened in it, as
/// far as it reaches back.
///
/// @param entries by time
public record Tally(List<Entry> entries) {
  public static final Tally NONE = new Tally(List.of());

  /// Nothing looks further back.
  public static final Duration REACH = Duration.ofHours(48);

  static final int MAX_ENTRIES = 100;

  public record Entry(Instant at, int count) {}

  public Tally {
    entries = entries.stream().sorted(Comparator.comparing(Entry::at)).toList();
  }

  public Tally with(Instant at, int count, Instant now) {
    // Rounded up: a time that is cut to seconds would be forgotten too early.
    var second = at.truncatedTo(ChronoUnit.SECONDS);
    var rounded = second.equals(at) ? second : second.plusSeconds(1);
    var all = new ArrayList<Entry>();
    int here = count;
    for (var entry : entries) {
      if (entry.at().equals(rounded)) {
        here += entry.count();
      } else if (entry.at().isAfter(now.minus(REACH))) {
        all.add(entry);
      }
    }
    all.add(new Entry(rounded, here));
    all.sort(Comparator.comparing(Entry::at));
    while (all.size() > MAX_ENTRIES) {
      var oldest = all.removeFirst();
      var next = all.removeFirst();
      all.addFirst(new Entry(next.at(), oldest.count() + next.count()));
    }
    return new Tally(all);
  }

  /// In the stretch of this length that ends at the time, and after it.
  public int within(Duration length, Instant end) {
    var begin = end.minus(length);
    return entries.stream().filter(e -> e.at().isAfter(begin)).mapToInt(Entry::count).sum();
  }

  /// Both together.
  public Tally and(Tally other) {
    var all = new ArrayList<>(entries);
    all.addAll(other.entries);
    return new Tally(all);
  }

  /// As in `2026-11-15T13:41:00Z=3 2026-11-15T13:52:10Z=1`.
  public String text() {
    return entries.stream()
        .map(entry -> entry.at() + "=" + entry.count())
        .collect(Collectors.joining(" "));
  }

  /// Empty when it is no tally: somebody else wrote into our annotation.
  public static Optional<Tally> parse(String text) {
    var entries = new ArrayList<Entry>();
    for (var part : text.strip().split("\\s+")) {
      if (part.isEmpty()) {
        continue;
      }
      int equals = part.indexOf('=');
      if (equals < 0) {
        return Optional.empty();
      }
      try {
        int count = Integer.parseInt(part.substring(equals + 1));
        if (count < 0) {
          return Optional.empty();
        }
        entries.add(new Entry(Instant.parse(part.substring(0, equals)), count));
      } catch (DateTimeParseException | NumberFormatException _) {
        return Optional.empty();
      }
    }
    return Optional.of(new Tally(entries));
  }
}
