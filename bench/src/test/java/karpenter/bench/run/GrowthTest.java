package karpenter.bench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.DoubleStream;
import karpenter.bench.run.Growth.Point;
import org.junit.jupiter.api.Test;

class GrowthTest {

  private static List<Point> powerLaw(double exponent) {
    return DoubleStream.of(1_000, 3_000, 10_000, 30_000, 100_000)
        .mapToObj(pods -> new Point(pods, 1e-6 * Math.pow(pods, exponent)))
        .toList();
  }

  @Test
  void a_power_law_gives_its_exponent_back() {
    assertThat(Growth.exponent(powerLaw(1.0)).orElseThrow()).isCloseTo(1.0, within(1e-9));
    assertThat(Growth.exponent(powerLaw(1.37)).orElseThrow()).isCloseTo(1.37, within(1e-9));
  }

  @Test
  void two_points_are_no_trend() {
    assertThat(Growth.exponent(powerLaw(1).subList(0, 2))).isEmpty();
  }

  @Test
  void one_size_measured_thrice_is_no_trend() {
    var same = new Point(1_000, 1);

    assertThat(Growth.exponent(List.of(same, same, same))).isEmpty();
  }
}
