package karpenter.simulator.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class CurveTest {
  private static final long HOUR = Duration.ofHours(1).toNanos();

  @Test
  void sums_and_means_are_those_of_the_value_over_time() {
    var curve = new Curve(4 * HOUR, 4);

    curve.set(0, 2);
    curve.add(HOUR / 2, 4);
    curve.set(3 * HOUR, 0);

    assertThat(curve.hours(4 * HOUR)).isEqualTo(2 * 0.5 + 6 * 2.5);
    assertThat(curve.means(4 * HOUR)).containsExactly(4, 6, 6, 0);
    assertThat(curve.peak()).isEqualTo(6);
  }

  @Test
  void what_comes_after_the_last_stretch_belongs_to_it() {
    var curve = new Curve(2 * HOUR, 2);

    curve.set(0, 1);

    assertThat(curve.hours(3 * HOUR)).isEqualTo(3);
  }

  @Test
  void percentiles_are_the_least_that_so_many_do_not_exceed() {
    var waits = new Waits();
    for (int i = 1; i <= 200; i++) {
      waits.add(Duration.ofSeconds(i).toNanos());
    }

    assertThat(waits.percentiles()).isEqualTo(new Percentiles(200, 100, 180, 198, 200));
    assertThat(new Waits().percentiles()).isEqualTo(new Percentiles(0, 0, 0, 0, 0));
  }
}
