package karpenter.operator.provider;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import karpenter.operator.Fence;
import karpenter.operator.metrics.Metrics;
import karpenter.operator.testkit.TestCloud;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/// What the port answers by default must not hide what the cloud behind it would have said.
class WrappedProviderTest {
  private static final TestCloud CLOUD = new TestCloud();

  static final List<CloudProvider> WRAPPED =
      List.of(
          new MeasuredProvider(CLOUD, Metrics.NONE, InstantSource.system()),
          new ObservingProvider(CLOUD),
          new FencedProvider(CLOUD, Fence.OPEN));

  @ParameterizedTest
  @FieldSource("WRAPPED")
  void warnings_are_asked_for_as_often_as_the_cloud_says(CloudProvider wrapped) {
    assertThat(wrapped.noticePeriod()).isEqualTo(CLOUD.noticePeriod()).isPresent();
  }

  @ParameterizedTest
  @FieldSource("WRAPPED")
  void nodes_cost_what_the_cloud_says(CloudProvider wrapped) {
    CLOUD.nodeCost = 0.0022;

    assertThat(wrapped.nodeCost(Optional.empty())).isEqualTo(0.0022);
  }
}
