package karpenter.core.disruption.control;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import karpenter.core.disruption.Cron;

/// A stretch of time that comes once or again and again.
///
/// Where a zone is named, the window is open exactly while a wall clock in that zone shows a time
/// within it. That settles both nights a year on which clocks are changed: an hour that comes twice
/// counts both times, an hour that is left out cannot count, and a window from ten in the evening
/// for eight hours ends at six whichever night it is.
public sealed interface Window {
  /// A window may not be longer, so that looking for its beginning has an end.
  Duration MAX_LENGTH = Duration.ofDays(366);

  boolean isOpen(Instant now);

  /// No later than when it next opens or closes; empty when it never will again.
  Optional<Instant> nextChange(Instant now);

  /// As it was written.
  String text();

  /// From each hit of a cron line.
  record Repeating(Cron start, Duration length, ZoneId zone, String text) implements Window {
    @Override
    public boolean isOpen(Instant now) {
      return lastStart(now.atZone(zone).toLocalDateTime()).isPresent();
    }

    /// Of the hits before now the last one reaches furthest: all are equally long.
    private Optional<LocalDateTime> lastStart(LocalDateTime local) {
      return start
          .previous(local, (int) length.toDays() + 1)
          .filter(hit -> hit.plus(length).isAfter(local));
    }

    @Override
    public Optional<Instant> nextChange(Instant now) {
      var local = now.atZone(zone).toLocalDateTime();
      var times = new ArrayList<LocalDateTime>();
      times.add(start.next(local));
      lastStart(local).map(hit -> hit.plus(length)).ifPresent(times::add);
      return WallClock.firstAfter(now, times, zone);
    }
  }

  /// Once, on a wall clock.
  record Dated(LocalDateTime from, LocalDateTime to, ZoneId zone, String text) implements Window {
    @Override
    public boolean isOpen(Instant now) {
      var local = now.atZone(zone).toLocalDateTime();
      return !local.isBefore(from) && local.isBefore(to);
    }

    @Override
    public Optional<Instant> nextChange(Instant now) {
      // A day later both readings of a clock that is set back are over.
      return now.isAfter(to.plusDays(1).atZone(zone).toInstant())
          ? Optional.empty()
          : WallClock.firstAfter(now, List.of(from, to), zone);
    }
  }

  /// Once, between two moments.
  record Fixed(Instant from, Instant to, String text) implements Window {
    @Override
    public boolean isOpen(Instant now) {
      return !now.isBefore(from) && now.isBefore(to);
    }

    @Override
    public Optional<Instant> nextChange(Instant now) {
      if (now.isBefore(from)) {
        return Optional.of(from);
      }
      return now.isBefore(to) ? Optional.of(to) : Optional.empty();
    }
  }

  /// When wall clocks show what.
  final class WallClock {
    private WallClock() {}

    /// The first moment after now at which the clock shows one of the times, or is changed: then it
    /// may show anything.
    static Optional<Instant> firstAfter(Instant now, List<LocalDateTime> times, ZoneId zone) {
      var rules = zone.getRules();
      var first =
          Optional.ofNullable(rules.nextTransition(now)).map(ZoneOffsetTransition::getInstant);
      for (var time : times) {
        for (var offset : rules.getValidOffsets(time)) {
          var at = time.toInstant(offset);
          if (at.isAfter(now) && (first.isEmpty() || at.isBefore(first.get()))) {
            first = Optional.of(at);
          }
        }
      }
      return first;
    }
  }
}
