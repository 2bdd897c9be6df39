package karpenter.core.bound;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GapTest {
  @Test
  void gap_is_said_as_a_part_of_what_is_needed() {
    assertThat(new Gap(10.42, 10.19).sentence())
        .isEqualTo("within 2.3 % of the optimum: $10.42/h planned, at least $10.19/h needed");
  }

  @Test
  void percentage_is_rounded_up_so_that_within_stays_true() {
    assertThat(new Gap(100.01, 100).sentence()).startsWith("within 0.1 % ");
  }

  @Test
  void plan_at_the_bound_is_optimal() {
    assertThat(new Gap(10.42, 10.42).sentence())
        .isEqualTo("at the optimum: $10.42/h planned and needed");
  }

  @Test
  void instances_are_told_apart_from_what_nodes_cost_besides() {
    assertThat(new Gap(10.42, 10.19, 10).sentence())
        .isEqualTo(
            "within 2.3 % of the optimum: $10.42/h planned, at least $10.19/h needed ($10.00/h for instances, $0.42/h for nodes)");
  }

  @Test
  void without_a_bound_nothing_is_claimed() {
    assertThat(new Gap(10.42, 0).fraction()).isEmpty();
    assertThat(new Gap(10.42, 0).sentence())
        .isEqualTo("$10.42/h planned; how little would do is not known");
  }

  @Test
  void nothing_bought_and_nothing_needed_is_no_gap() {
    assertThat(new Gap(0, 0).fraction()).hasValue(0);
  }
}
