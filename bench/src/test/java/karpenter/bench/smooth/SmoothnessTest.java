package karpenter.bench.smooth;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import karpenter.bench.smooth.Smoothness.Step;
import org.junit.jupiter.api.Test;

class SmoothnessTest {
  private static List<String> from(Step before, Step after) {
    return Smoothness.objections(List.of(before, after));
  }

  @Test
  void fewer_nodes_at_a_higher_price_are_smooth() {
    assertThat(from(new Step(0.01, 100, 10), new Step(0.02, 90, 10.05))).isEmpty();
    assertThat(from(new Step(0.01, 100, 10), new Step(0.02, 100, 10))).isEmpty();
  }

  @Test
  void nodes_that_rise_are_told_and_one_percent_is_let_pass() {
    assertThat(from(new Step(0.01, 100, 10), new Step(0.02, 101, 10))).isEmpty();
    assertThat(from(new Step(0.01, 100, 10), new Step(0.02, 102, 10)))
        .containsExactly("nodes rise from 100 to 102 at node cost 0.020");
  }

  @Test
  void price_that_falls_is_told_and_one_percent_is_let_pass() {
    assertThat(from(new Step(0, 100, 10), new Step(0.005, 100, 9.9))).isEmpty();
    assertThat(from(new Step(0, 100, 10), new Step(0.005, 100, 9.8)))
        .containsExactly("the price falls from 10.00 to 9.80 at node cost 0.005");
  }

  @Test
  void half_of_the_nodes_may_go_in_a_step_and_no_more() {
    assertThat(from(new Step(0.05, 100, 10), new Step(0.1, 50, 11))).isEmpty();
    assertThat(from(new Step(0.05, 100, 10), new Step(0.1, 49, 11)))
        .containsExactly("nodes leap from 100 to 49 at node cost 0.100");
  }

  @Test
  void every_step_is_compared_with_the_one_before() {
    var steps = List.of(new Step(0, 100, 10), new Step(0.005, 60, 11), new Step(0.01, 70, 9));

    assertThat(Smoothness.objections(steps)).hasSize(2);
  }
}
