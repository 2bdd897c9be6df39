package karpenter.core.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class NodeCostTest {
  private static final double SETTING = 0.02;

  @Test
  void pool_counts_before_the_setting() {
    assertThat(NodeCost.of(OptionalDouble.of(0.05), SETTING, 0)).isEqualTo(0.05);
    assertThat(NodeCost.of(OptionalDouble.of(0), SETTING, 0)).isZero();
    assertThat(NodeCost.of(OptionalDouble.empty(), SETTING, 0)).isEqualTo(SETTING);
  }

  @Test
  void what_the_provider_knows_is_added_to_either() {
    assertThat(NodeCost.of(OptionalDouble.of(0.05), SETTING, 0.0022))
        .isCloseTo(0.0522, within(1e-12));
    assertThat(NodeCost.of(OptionalDouble.empty(), SETTING, 0.0022))
        .isCloseTo(0.0222, within(1e-12));
  }

  @Test
  void costs_are_finite_and_not_negative() {
    assertThat(NodeCost.isValid(0)).isTrue();
    assertThat(NodeCost.isValid(NodeCost.DEFAULT)).isTrue();
    assertThat(NodeCost.isValid(-0.01)).isFalse();
    assertThat(NodeCost.isValid(Double.NaN)).isFalse();
    assertThat(NodeCost.isValid(Double.POSITIVE_INFINITY)).isFalse();
  }
}
