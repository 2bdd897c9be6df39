package karpenter.core.disruption;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.LocalDateTime;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CronOnAWallClockTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0 9 * * mon-fri    | 2026-11-14T12:00 | 2026-11-13T09:00 | 2026-11-16T09:00",
        "*/15 * * * *       | 2026-11-15T12:15 | 2026-11-15T12:15 | 2026-11-15T12:30",
        "0 0 1 * *          | 2026-11-15T12:00 | 2026-11-01T00:00 | 2026-12-01T00:00",
        "0 0 13 * fri       | 2026-11-12T12:00 | 2026-11-06T00:00 | 2026-11-13T00:00",
        "30 22 29 2 *       | 2028-03-01T00:00 | 2028-02-29T22:30 | 2032-02-29T22:30",
        "5/20 0-2/2 * JAN ? | 2026-01-31T02:26 | 2026-01-31T02:25 | 2026-01-31T02:45",
        "@daily             | 2026-11-15T00:00 | 2026-11-15T00:00 | 2026-11-16T00:00",
        "@weekly            | 2026-11-16T00:00 | 2026-11-15T00:00 | 2026-11-22T00:00",
      })
  void hits_are_the_nearest_on_either_side(
      String line, LocalDateTime time, LocalDateTime previous, LocalDateTime next)
      throws Cron.Unreadable {
    var cron = Cron.parse(line);

    assertThat(cron.previous(time, 366)).contains(previous);
    assertThat(cron.next(time)).isEqualTo(next);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "* * * *",
        "* * * * * *",
        "60 * * * *",
        "* 24 * * *",
        "* * 0 * *",
        "* * 32 * *",
        "* * * 13 *",
        "* * * * 7",
        "* * * * mun",
        "5-1 * * * *",
        "*/0 * * * *",
        "1,,2 * * * *",
        "1/2/3 * * * *",
        "TZ=UTC 0 0 * * *",
        "@reboot",
        "0 0 30 2 *",
        "0 0 31 4,6,9,11 *",
      })
  void what_never_comes_or_is_no_cron_line_is_refused(String line) {
    assertThatThrownBy(() -> Cron.parse(line)).isInstanceOf(Cron.Unreadable.class);
  }

  /// Against the slow twin: every minute is asked.
  @Test
  void nothing_matches_between_previous_and_next() throws Cron.Unreadable {
    var random = new SplittableRandom(5);
    for (int seed = 0; seed < 300; seed++) {
      var line =
          "%d,%d/7 %d-%d * %s %s"
              .formatted(
                  random.nextInt(60),
                  random.nextInt(60),
                  random.nextInt(12),
                  12 + random.nextInt(12),
                  random.nextBoolean() ? "*" : "2-11",
                  random.nextBoolean() ? "*" : "1-4");
      var cron = Cron.parse(line);
      var time = LocalDateTime.of(2026, 2, 26, 0, 0).plusMinutes(random.nextInt(20_000));

      var previous = cron.previous(time, 400).orElseThrow();
      var next = cron.next(time);

      assertThat(previous).as("%s at %s", line, time).isBeforeOrEqualTo(time);
      assertThat(next).as("%s at %s", line, time).isAfter(time);
      assertThat(cron.next(previous)).as("%s at %s", line, time).isEqualTo(next);
      assertThat(cron.previous(next, 400)).as("%s at %s", line, time).contains(next);
      assertThat(cron.previous(next.minusMinutes(1), 400))
          .as("%s at %s", line, time)
          .contains(previous);
    }
  }
}
