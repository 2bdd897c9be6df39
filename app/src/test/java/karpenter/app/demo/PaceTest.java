package karpenter.app.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class PaceTest {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration TENTH = Duration.ofMillis(100);

  @Test
  void sixty_times_as_fast_is_six_seconds_in_a_tenth() {
    assertThat(new Pace(SECOND, 60, false).due(TENTH)).isEqualTo(6);
  }

  @Test
  void what_is_less_than_a_slice_adds_up() {
    var pace = new Pace(SECOND, 1, false);

    int slices = 0;
    for (int i = 0; i < 25; i++) {
      slices += pace.due(TENTH);
    }

    assertThat(slices).isEqualTo(2);
  }

  @Test
  void what_a_busy_machine_missed_is_dropped() {
    var pace = new Pace(SECOND, 60, false);

    assertThat(pace.due(Duration.ofMinutes(1))).isEqualTo(15);
    assertThat(pace.due(TENTH)).isEqualTo(6);
  }

  @Test
  void a_pause_is_not_made_up_for() {
    var pace = new Pace(SECOND, 60, true);
    assertThat(pace.due(Duration.ofMinutes(1))).isZero();

    pace.resume();

    assertThat(pace.due(TENTH)).isEqualTo(6);
  }

  @Test
  void there_is_a_least_and_a_greatest_speed() {
    var pace = new Pace(SECOND, 60, false);

    assertThat(pace.runAt(0.5)).isFalse();
    assertThat(pace.runAt(1001)).isFalse();
    assertThat(pace.runAt(Double.NaN)).isFalse();
    assertThat(pace.speed()).isEqualTo(60);
    assertThat(pace.runAt(1000)).isTrue();
  }
}
