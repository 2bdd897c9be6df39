package karpenter.core.bound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import karpenter.core.testkit.Seeds;
import org.junit.jupiter.api.Test;

/// The fillings of one node, against trying all of them.
class FillingTest {
  private static final int INSTANCES = 500;
  private static final int MAX_KINDS = 5;
  private static final int GOODS = 3;
  private static final double ROUNDING = 1e-9;

  private record Drawn(double[][] demand, int[] counts, double[] price, Shape shape) {
    static Drawn of(RandomGenerator random) {
      int kinds = random.nextInt(1, MAX_KINDS + 1);
      double[][] demand = new double[kinds][GOODS];
      int[] counts = new int[kinds];
      double[] price = new double[kinds];
      for (int k = 0; k < kinds; k++) {
        for (int i = 0; i < GOODS; i++) demand[k][i] = random.nextInt(4);
        counts[k] = random.nextInt(1, 5);
        price[k] = random.nextInt(4) == 0 ? 0 : random.nextDouble();
      }
      double[] room = random.doubles(GOODS, 0, 12).map(Math::floor).toArray();
      int[] fitting = IntStream.range(0, kinds).filter(k -> Goods.fits(demand[k], room)).toArray();
      return new Drawn(demand, counts, price, new Shape(room, 1, new double[0], fitting));
    }

    double best(int at, double[] left) {
      if (at == shape.kinds().length) return 0;
      int k = shape.kinds()[at];
      double best = 0;
      double[] room = left.clone();
      for (int n = 0; n <= counts[k]; n++) {
        if (Arrays.stream(room).anyMatch(amount -> amount < 0)) break;
        best = Math.max(best, n * price[k] + best(at + 1, room));
        for (int i = 0; i < GOODS; i++) room[i] -= demand[k][i];
      }
      return best;
    }
  }

  @Test
  void whole_filling_is_the_best_there_is_and_cut_pods_pay_no_less() {
    Seeds.check(
        INSTANCES,
        random -> {
          var drawn = Drawn.of(random);
          var cut = new FractionalFilling(drawn.demand, GOODS);
          var whole = new WholeFilling(drawn.demand, GOODS);

          cut.solve(drawn.shape, drawn.counts, drawn.price);
          boolean ended = whole.search(drawn.shape, cut, drawn.price, 0, 1_000_000);

          double best = drawn.best(0, drawn.shape.room());
          assertThat(ended).isTrue();
          assertThat(whole.value).isCloseTo(best, within(ROUNDING));
          assertThat(cut.value).isGreaterThanOrEqualTo(best - ROUNDING);
          double cutPays = 0;
          for (int k = 0; k < drawn.price.length; k++) cutPays += cut.amount[k] * drawn.price[k];
          assertThat(cut.value).isCloseTo(cutPays, within(ROUNDING));
        });
  }

  @Test
  void nothing_is_found_above_a_target_that_cannot_be_beaten() {
    Seeds.check(
        INSTANCES,
        random -> {
          var drawn = Drawn.of(random);
          double best = drawn.best(0, drawn.shape.room());
          var cut = new FractionalFilling(drawn.demand, GOODS);
          var whole = new WholeFilling(drawn.demand, GOODS);
          cut.solve(drawn.shape, drawn.counts, drawn.price);

          boolean ended = whole.search(drawn.shape, cut, drawn.price, best + ROUNDING, 1_000_000);

          assertThat(ended).isTrue();
          assertThat(whole.value).isZero();
        });
  }

  @Test
  void search_that_runs_out_of_steps_says_so() {
    var demand = new double[][] {{2}, {3}};
    var shape = new Shape(new double[] {7}, 1, new double[0], new int[] {0, 1});
    double[] price = {2, 3};
    var cut = new FractionalFilling(demand, 1);
    var whole = new WholeFilling(demand, 1);
    cut.solve(shape, new int[] {2, 2}, price);

    assertThat(whole.search(shape, cut, price, 100, 1)).isTrue();
    assertThat(whole.search(shape, cut, price, 0, 1)).isFalse();
  }
}
