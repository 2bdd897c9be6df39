package karpenter.core.bound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import karpenter.core.testkit.Seeds;
import org.junit.jupiter.api.Test;

class CuttingPlanesTest {
  private static final int PROGRAMS = 500;
  private static final double ROUNDING = 1e-7;

  @Test
  void one_unknown_ends_where_the_tightest_cut_is() {
    var program = new CuttingPlanes(new double[] {1});

    program.cut(new double[] {2}, 6);
    program.cut(new double[] {1}, 5);
    program.cut(new double[] {4}, 4);

    assertThat(program.solution()).containsExactly(1);
  }

  @Test
  void unknown_that_costs_is_used_where_it_gains_more_elsewhere() {
    var program = new CuttingPlanes(new double[] {3, -1});

    program.cut(new double[] {1, -1}, 2);
    program.cut(new double[] {1, 0}, 10);

    assertThat(program.solution()).containsExactly(10, 8);
  }

  @Test
  void order_of_the_cuts_does_not_change_the_optimum() {
    Seeds.check(
        PROGRAMS,
        random -> {
          var cuts = cuts(random);

          double forward = optimum(cuts);
          double backward = optimum(cuts.reversed());

          assertThat(backward).isEqualTo(forward, within(ROUNDING * forward));
        });
  }

  @Test
  void optimum_of_two_unknowns_is_the_best_corner() {
    Seeds.check(
        PROGRAMS,
        random -> {
          var cuts = cuts(random);

          double found = optimum(cuts);

          assertThat(found).isEqualTo(bestCorner(cuts), within(ROUNDING * found));
        });
  }

  private record Cut(double a, double b, double limit) {
    boolean allows(double x, double y) {
      return a * x + b * y <= limit * (1 + 1e-12);
    }
  }

  private static List<Cut> cuts(RandomGenerator random) {
    List<Cut> cuts = new ArrayList<>();
    int count = random.nextInt(1, 9);
    for (int i = 0; i < count; i++) {
      cuts.add(
          new Cut(
              random.nextDouble(0.1, 5), random.nextDouble(0.1, 5), random.nextDouble(0.1, 20)));
    }
    return cuts;
  }

  /// Slack cuts are forgotten, so they are shown again until all hold, as a user of the class does.
  private static double optimum(List<Cut> cuts) {
    var program = new CuttingPlanes(new double[] {1, 1});
    boolean moved = true;
    while (moved) {
      moved = false;
      for (Cut cut : cuts) {
        double[] x = program.solution();
        if (cut.a * x[0] + cut.b * x[1] <= cut.limit * (1 + 1e-9)) continue;
        assertThat(program.cut(new double[] {cut.a, cut.b}, cut.limit)).isTrue();
        moved = true;
      }
    }
    double[] x = program.solution();
    return x[0] + x[1];
  }

  private static double bestCorner(List<Cut> cuts) {
    List<Cut> lines = new ArrayList<>(cuts);
    lines.add(new Cut(1, 0, 0));
    lines.add(new Cut(0, 1, 0));
    double best = 0;
    for (Cut one : lines) {
      for (Cut other : lines) {
        double determinant = one.a * other.b - one.b * other.a;
        if (Math.abs(determinant) < 1e-12) continue;
        double x = (one.limit * other.b - one.b * other.limit) / determinant;
        double y = (one.a * other.limit - one.limit * other.a) / determinant;
        boolean isCorner = x >= 0 && y >= 0 && cuts.stream().allMatch(cut -> cut.allows(x, y));
        if (isCorner) best = Math.max(best, x + y);
      }
    }
    return best;
  }
}
