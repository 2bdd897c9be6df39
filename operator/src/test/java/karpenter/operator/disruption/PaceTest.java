package karpenter.operator.disruption;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class PaceTest {
  private static final Instant START = Instant.parse("2026-03-01T12:00:00Z");

  private final Pace pace = new Pace();
  private Instant now = START;

  @Test
  void the_first_pass_waits_for_nothing() {
    assertThat(pace.wait(now)).isZero();
  }

  @Test
  void a_change_after_a_lull_is_looked_at_almost_at_once() {
    pace.rested(now, now);
    now = now.plusSeconds(60);

    pace.rested(now, now);

    assertThat(pace.wait(now)).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void changes_without_end_that_lead_to_nothing_are_looked_at_every_ten_seconds() {
    for (int i = 0; i < 20; i++) {
      now = now.plus(pace.wait(now));
      pace.rested(now, now);
    }

    assertThat(pace.wait(now)).isEqualTo(Pace.MOST);
    assertThat(now).isAfter(START.plusSeconds(100));
  }

  @Test
  void what_comes_within_three_seconds_is_looked_at_together() {
    pace.rested(now, now);
    now = now.plusSeconds(60);

    assertThat(pace.waitForMore(now)).isEqualTo(Duration.ofSeconds(3));
    assertThat(pace.waitForMore(now.plusMillis(2700))).isEqualTo(Duration.ofMillis(300));
    assertThat(pace.waitForMore(now.plusSeconds(3))).isZero();
  }

  @Test
  void what_was_done_may_be_followed_up_at_once() {
    pace.rested(now, now);
    now = now.plus(pace.wait(now));

    pace.acted(now);

    assertThat(pace.waitForMore(now)).isZero();
  }

  @Test
  void a_pass_costs_a_tenth_of_the_time_at_most() {
    var end = now.plusMillis(500);

    pace.rested(now, end);

    assertThat(pace.wait(end)).isEqualTo(Duration.ofMillis(4_500));
  }

  @Test
  void a_clock_that_was_set_back_does_not_hold_us_up() {
    pace.rested(now, now);

    assertThat(pace.wait(now.minusSeconds(3600))).isZero();
  }
}
