package karpenter.bench.run;

import static karpenter.bench.run.AlternationTest.iteration;
import static karpenter.bench.run.AlternationTest.placement;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RunsTest {

  @Test
  void the_median_of_an_even_number_lies_between_the_middle_two() {
    var runs = new Runs(0);
    for (double seconds : new double[] {4, 1, 3, 2}) {
      runs.count(iteration(seconds));
    }

    assertThat(runs.median(Iteration::solveSeconds)).isEqualTo(2.5);
    assertThat(runs.p90(Iteration::solveSeconds)).isEqualTo(4);
  }

  @Test
  void the_ninetieth_percentile_of_ten_is_the_ninth() {
    var runs = new Runs(0);
    for (int seconds = 10; seconds >= 1; seconds--) {
      runs.count(iteration(seconds));
    }

    assertThat(runs.p90(Iteration::solveSeconds)).isEqualTo(9);
  }

  @Test
  void the_cheapest_placement_is_kept_and_differing_ones_are_counted() {
    var runs = new Runs(0);
    for (double price : new double[] {3, 2, 3}) {
      runs.count(new Iteration(1, 0, 0, 0, 0, 0, placement(price)));
    }

    assertThat(runs.best().price()).isEqualTo(2);
    assertThat(runs.differing()).isEqualTo(1);
  }

  @Test
  void fewer_nodes_at_a_higher_price_are_cheaper_under_a_node_cost() {
    var claim = new Placement.Claim("p", List.of("t"), List.of(), List.of(), 0.1);
    var dear = new Placement.Claim("p", List.of("t"), List.of(), List.of(), 0.21);
    var many = new Placement(List.of(claim, claim), List.of(), List.of(), null, null);
    var one = new Placement(List.of(dear), List.of(), List.of(), null, null);

    for (double nodeCost : new double[] {0, 0.02}) {
      var runs = new Runs(nodeCost);
      runs.count(new Iteration(1, 0, 0, 0, 0, 0, many));
      runs.count(new Iteration(1, 0, 0, 0, 0, 0, one));

      assertThat(runs.best()).isEqualTo(nodeCost == 0 ? many : one);
    }
  }

  @Test
  void leaving_a_pod_out_never_makes_a_placement_better() {
    var runs = new Runs(0);
    var cheapButShort =
        new Placement(
            List.of(),
            List.of(),
            List.of(new Placement.Unplaced("uid", "does not fit")),
            null,
            null);
    runs.count(new Iteration(1, 0, 0, 0, 0, 0, placement(5)));
    runs.count(new Iteration(1, 0, 0, 0, 0, 0, cheapButShort));

    assertThat(runs.best().price()).isEqualTo(5);
  }
}
