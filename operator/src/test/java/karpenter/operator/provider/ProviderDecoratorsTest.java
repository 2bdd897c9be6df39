package karpenter.operator.provider;

import static karpenter.core.testkit.facts.ClaimFixture.claim;
import static karpenter.operator.testkit.TestWorld.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import karpenter.core.facts.ClaimFacts;
import karpenter.operator.Unreachable;
import karpenter.operator.metrics.Metric;
import karpenter.operator.testkit.TestClock;
import karpenter.operator.testkit.TestCloud;
import karpenter.operator.testkit.TestMetrics;
import org.junit.jupiter.api.Test;

/// Calls to a cloud are counted, and made or not made.
class ProviderDecoratorsTest {
  private static final ClaimFacts CLAIM = claim("a").build();

  private final TestCloud cloud = new TestCloud();
  private final TestMetrics metrics = new TestMetrics();
  private final CloudProvider measured = new MeasuredProvider(cloud, metrics, new TestClock(START));

  private double calls(String method) {
    return metrics.value(Metric.CLOUDPROVIDER_DURATION_SECONDS, "", method, "test");
  }

  private double errors(String method, String error) {
    return metrics.value(Metric.CLOUDPROVIDER_ERRORS_TOTAL, "", method, "test", error);
  }

  @Test
  void every_call_is_timed() throws Exception {
    measured.create(CLAIM, Optional.empty());
    measured.find("test://a");
    measured.list();
    measured.drift(CLAIM, Optional.empty());
    measured.delete("test://a");

    for (var method : new String[] {"Create", "Get", "List", "IsDrifted", "Delete"}) {
      assertThat(calls(method)).describedAs(method).isEqualTo(1);
    }
    assertThat(errors("Create", "")).isEqualTo(0);
  }

  @Test
  void refusals_are_counted_by_their_names() throws Exception {
    cloud.refusal = Optional.of(new LaunchOutcome.NoCapacity("none"));
    measured.create(CLAIM, Optional.empty());
    cloud.refusal = Optional.of(new LaunchOutcome.NodeClassNotReady("not yet"));
    measured.create(CLAIM, Optional.empty());
    cloud.gone.add("test://b");
    measured.find("test://b");

    assertThat(errors("Create", "InsufficientCapacityError")).isEqualTo(1);
    assertThat(errors("Create", "NodeClassNotReadyError")).isEqualTo(1);
    assertThat(errors("Get", "NodeClaimNotFoundError")).isEqualTo(1);
  }

  @Test
  void silence_is_timed_and_counted() {
    cloud.isSilent = true;

    assertThatThrownBy(measured::list).isInstanceOf(Unreachable.class);

    assertThat(calls("List")).isEqualTo(1);
    assertThat(errors("List", "")).isEqualTo(1);
  }

  @Test
  void a_leader_that_may_have_been_replaced_calls_nobody() throws Exception {
    var mayAct = new AtomicBoolean(true);
    var fenced = new FencedProvider(cloud, mayAct::get);
    fenced.create(CLAIM, Optional.empty());

    mayAct.set(false);

    assertThatThrownBy(() -> fenced.create(CLAIM, Optional.empty()))
        .isInstanceOf(Unreachable.class)
        .hasMessageContaining("another replica may lead");
    assertThatThrownBy(() -> fenced.delete("test://a")).isInstanceOf(Unreachable.class);
    assertThatThrownBy(fenced::list).isInstanceOf(Unreachable.class);
    assertThat(cloud.asked).containsExactly("a");
    assertThat(cloud.deleted).isEmpty();
  }

  @Test
  void an_observer_launches_and_ends_nothing() throws Exception {
    var observing = new ObservingProvider(cloud);

    assertThat(observing.create(CLAIM, Optional.empty())).isInstanceOf(LaunchOutcome.Failed.class);
    assertThat(observing.delete("test://a")).isEqualTo(DeleteOutcome.UNDER_WAY);

    assertThat(cloud.asked).isEmpty();
    assertThat(cloud.deleted).isEmpty();
    assertThat(observing.find("test://a")).isPresent();
  }
}
