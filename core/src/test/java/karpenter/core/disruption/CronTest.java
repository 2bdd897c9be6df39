package karpenter.core.disruption;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CronTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // 5 January 2026 is a Monday
        "0 9 * * *           | 2026-01-05T08:59:59Z | 2026-01-05T09:00:00Z",
        "0 9 * * *           | 2026-01-05T09:00:00Z | 2026-01-06T09:00:00Z",
        "0 9 * * mon-fri     | 2026-01-09T10:00:00Z | 2026-01-12T09:00:00Z",
        "0 9 * * 1-5         | 2026-01-09T10:00:00Z | 2026-01-12T09:00:00Z",
        "0 0 * * SUN         | 2026-01-05T00:00:00Z | 2026-01-11T00:00:00Z",
        "*/15 * * * *        | 2026-01-05T10:01:00Z | 2026-01-05T10:15:00Z",
        "5/20 * * * *        | 2026-01-05T10:26:00Z | 2026-01-05T10:45:00Z",
        "0 22-23 * * *       | 2026-01-05T22:30:00Z | 2026-01-05T23:00:00Z",
        "0,30 8 1 jan,jul *  | 2026-01-05T00:00:00Z | 2026-07-01T08:00:00Z",
        // both day fields are restricted: one of them is enough
        "0 0 13 * fri        | 2026-01-05T00:00:00Z | 2026-01-09T00:00:00Z",
        "0 0 13 * fri        | 2026-01-10T00:00:00Z | 2026-01-13T00:00:00Z",
        "0 0 29 2 *          | 2026-01-05T00:00:00Z | 2028-02-29T00:00:00Z",
        "@daily              | 2026-01-05T00:00:00Z | 2026-01-06T00:00:00Z",
        "@midnight           | 2026-01-05T10:00:00Z | 2026-01-06T00:00:00Z",
        "@hourly             | 2026-01-05T10:00:00Z | 2026-01-05T11:00:00Z",
        "@weekly             | 2026-01-05T10:00:00Z | 2026-01-11T00:00:00Z",
        "@monthly            | 2026-01-05T10:00:00Z | 2026-02-01T00:00:00Z",
        "@yearly             | 2026-01-05T10:00:00Z | 2027-01-01T00:00:00Z",
        "@annually           | 2026-01-05T10:00:00Z | 2027-01-01T00:00:00Z",
      })
  void next_hit_is_the_first_after_the_moment(String line, Instant after, Instant expected)
      throws Cron.Unreadable {
    assertThat(Cron.parse(line).next(after, ZoneOffset.UTC)).isEqualTo(expected);
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
        "5-1 * * * *",
        "*/0 * * * *",
        "1/2/3 * * * *",
        "1-2-3 * * * *",
        "-1 * * * *",
        "x * * * *",
        "TZ=UTC 0 9 * * *",
        "@never",
        "@reboot",
      })
  void line_that_is_none_is_refused(String line) {
    assertThatThrownBy(() -> Cron.parse(line)).isInstanceOf(Cron.Unreadable.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0 0 30 2 *", "0 0 31 feb,apr,jun,sep,nov *"})
  void line_that_never_fires_is_refused(String line) {
    assertThatThrownBy(() -> Cron.parse(line)).hasMessageContaining("never fires");
  }

  @Test
  void day_of_week_saves_a_line_whose_day_of_month_never_comes() throws Cron.Unreadable {
    var hit =
        Cron.parse("0 0 30 2 mon").next(Instant.parse("2026-01-31T00:00:00Z"), ZoneOffset.UTC);

    assertThat(hit).isEqualTo(Instant.parse("2026-02-02T00:00:00Z"));
  }

  @Test
  void hour_that_clocks_skip_is_not_hit_that_day() throws Cron.Unreadable {
    var hit =
        Cron.parse("30 2 * * *")
            .next(Instant.parse("2026-03-28T12:00:00Z"), ZoneId.of("Europe/Berlin"));

    assertThat(hit).isEqualTo(Instant.parse("2026-03-30T00:30:00Z"));
  }
}
