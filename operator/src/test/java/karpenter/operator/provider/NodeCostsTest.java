package karpenter.operator.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Optional;
import karpenter.core.cluster.NodeCost;
import karpenter.operator.settings.Settings;
import karpenter.operator.testkit.TestCloud;
import karpenter.operator.testkit.TestPools;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NodeCostsTest {
  private final TestCloud cloud = new TestCloud();

  private double cost() {
    return new NodeCosts(cloud, Settings.DEFAULT)
        .of(TestPools.plain("general").facts(), Optional.empty());
  }

  @Test
  void provider_that_knows_nothing_adds_nothing() {
    assertThat(cost()).isEqualTo(NodeCost.DEFAULT);
  }

  @Test
  void what_the_provider_knows_comes_on_top() {
    cloud.nodeCost = 0.0022;

    assertThat(cost()).isCloseTo(NodeCost.DEFAULT + 0.0022, within(1e-12));
  }

  @ParameterizedTest
  @ValueSource(doubles = {-1, Double.NaN, Double.POSITIVE_INFINITY})
  void what_is_no_cost_adds_nothing(double wrong) {
    cloud.nodeCost = wrong;

    assertThat(cost()).isEqualTo(NodeCost.DEFAULT);
  }
}
