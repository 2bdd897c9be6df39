package karpenter.core.disruption.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.SplittableRandom;
import karpenter.core.disruption.Cron;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WindowTest {
  private static Window repeating(String cron, String length, String zone) {
    try {
      return new Window.Repeating(Cron.parse(cron), Duration.parse(length), ZoneId.of(zone), cron);
    } catch (Cron.Unreadable unreadable) {
      throw new AssertionError(unreadable);
    }
  }

  /// In Berlin the hour from two to three is left out on 29 March 2026 (at 01:00Z) and comes twice
  /// on 25 October (from 00:00Z and from 01:00Z); in New York on 8 March (07:00Z) and 1 November
  /// (from 05:00Z and from 06:00Z, one to two).
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // A night from ten for eight hours ends at six, however long it was.
        "0 22 * * * | PT8H  | Europe/Berlin    | 2026-03-29T03:59:59Z | true",
        "0 22 * * * | PT8H  | Europe/Berlin    | 2026-03-29T04:00:00Z | false",
        "0 22 * * * | PT8H  | Europe/Berlin    | 2026-10-25T04:59:59Z | true",
        "0 22 * * * | PT8H  | Europe/Berlin    | 2026-10-25T05:00:00Z | false",
        "0 22 * * * | PT8H  | America/New_York | 2026-11-01T10:59:59Z | true",
        "0 22 * * * | PT8H  | America/New_York | 2026-11-01T11:00:00Z | false",
        // An hour that comes twice counts twice.
        "0 2 * * *  | PT30M | Europe/Berlin    | 2026-10-25T00:10:00Z | true",
        "0 2 * * *  | PT30M | Europe/Berlin    | 2026-10-25T00:40:00Z | false",
        "0 2 * * *  | PT30M | Europe/Berlin    | 2026-10-25T01:10:00Z | true",
        "0 2 * * *  | PT30M | Europe/Berlin    | 2026-10-25T01:40:00Z | false",
        "0 1 * * *  | PT30M | America/New_York | 2026-11-01T05:10:00Z | true",
        "0 1 * * *  | PT30M | America/New_York | 2026-11-01T06:10:00Z | true",
        // An hour that is left out cannot count; what reaches beyond it does.
        "0 2 * * *  | PT30M | Europe/Berlin    | 2026-03-29T00:59:59Z | false",
        "0 2 * * *  | PT30M | Europe/Berlin    | 2026-03-29T01:00:00Z | false",
        "30 2 * * * | PT1H  | Europe/Berlin    | 2026-03-29T01:29:59Z | true",
        "30 2 * * * | PT1H  | Europe/Berlin    | 2026-03-29T01:30:00Z | false",
        "30 2 * * * | PT1H  | America/New_York | 2026-03-08T07:15:00Z | true",
      })
  void window_follows_the_clock_on_the_wall(
      String cron, String length, String zone, Instant now, boolean isOpen) {
    assertThat(repeating(cron, length, zone).isOpen(now)).isEqualTo(isOpen);
  }

  /// The twin knows nothing of zones: it asks every local minute before now whether it is a hit.
  @Test
  void window_is_open_exactly_while_the_wall_clock_shows_a_time_in_it() {
    var random = new SplittableRandom(11);
    for (int round = 0; round < 2_000; round++) {
      var zone = ZoneId.of(random.nextBoolean() ? "Europe/Berlin" : "America/New_York");
      int hour = random.nextInt(24);
      int minute = random.nextInt(60);
      var length = Duration.ofMinutes(1 + random.nextInt(36 * 60));
      var window = repeating(minute + " " + hour + " * * *", length.toString(), zone.getId());
      var now = nearTransition(zone, random);
      var local = now.atZone(zone).toLocalDateTime();

      boolean expected = false;
      for (int day = 0; day <= 2; day++) {
        var hit = local.toLocalDate().minusDays(day).atTime(hour, minute);
        expected |= !hit.isAfter(local) && local.isBefore(hit.plus(length));
      }

      assertThat(window.isOpen(now))
          .as("round %d: %s for %s in %s at %s", round, window.text(), length, zone, now)
          .isEqualTo(expected);
    }
  }

  @Test
  void nothing_changes_before_it_was_said_to() {
    var random = new SplittableRandom(12);
    for (int round = 0; round < 500; round++) {
      var zone = ZoneId.of(random.nextBoolean() ? "Europe/Berlin" : "America/New_York");
      var window =
          repeating(
              random.nextInt(60) + " " + random.nextInt(24) + " * * *",
              Duration.ofMinutes(1 + random.nextInt(30 * 60)).toString(),
              zone.getId());
      var now = nearTransition(zone, random);

      var change = window.nextChange(now).orElseThrow();

      assertThat(change).isAfter(now);
      boolean isOpen = window.isOpen(now);
      for (var at = now; at.isBefore(change); at = at.plusSeconds(300)) {
        assertThat(window.isOpen(at))
            .as("round %d: %s from %s, said %s", round, window, now, change)
            .isEqualTo(isOpen);
      }
      assertThat(window.isOpen(change.minusSeconds(1))).isEqualTo(isOpen);
    }
  }

  private static Instant nearTransition(ZoneId zone, SplittableRandom random) {
    var transition = zone.getRules().nextTransition(Instant.parse("2026-01-01T00:00:00Z"));
    if (random.nextBoolean()) {
      transition = zone.getRules().nextTransition(transition.getInstant());
    }
    return transition.getInstant().plusSeconds(random.nextInt(48 * 3600) - 24 * 3600L);
  }

  @Test
  void date_means_the_whole_day_where_it_is_that_day() {
    var window =
        new Window.Dated(
            LocalDateTime.parse("2026-12-24T00:00"),
            LocalDateTime.parse("2026-12-27T00:00"),
            ZoneId.of("America/New_York"),
            "");

    assertThat(window.isOpen(Instant.parse("2026-12-24T04:59:59Z"))).isFalse();
    assertThat(window.isOpen(Instant.parse("2026-12-24T05:00:00Z"))).isTrue();
    assertThat(window.isOpen(Instant.parse("2026-12-27T04:59:59Z"))).isTrue();
    assertThat(window.isOpen(Instant.parse("2026-12-27T05:00:00Z"))).isFalse();
    assertThat(window.nextChange(Instant.parse("2026-12-24T06:00:00Z")))
        .contains(Instant.parse("2026-12-27T05:00:00Z"));
    assertThat(window.nextChange(Instant.parse("2027-01-01T00:00:00Z"))).isEmpty();
  }
}
