package karpenter.operator.provider;

import static karpenter.core.testkit.facts.ClaimFixture.claim;
import static karpenter.core.testkit.facts.NodeFixture.node;
import static karpenter.operator.testkit.TestWorld.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.NodeFacts;
import karpenter.operator.Unreachable;
import karpenter.operator.metrics.Metric;
import karpenter.operator.runtime.Deadlines;
import karpenter.operator.testkit.TestClock;
import karpenter.operator.testkit.TestCloud;
import karpenter.operator.testkit.TestMetrics;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Every call to the cloud has its limit, and reaching it is silence of the cloud.
class DeadlineProviderTest {
  private static final ClaimFacts CLAIM = claim("a").build();
  private static final Notice NOTICE =
      new Notice("id", "test://a", "SpotInterrupted", "soon", START, Notice.Response.REPLACE);

  private final List<Deadlines.Limit> asked = new ArrayList<>();
  private final TestCloud cloud = new TestCloud();
  private final TestMetrics metrics = new TestMetrics();

  /// Lets no call through, as if every one had hung.
  private final Deadlines hanging =
      new Deadlines() {
        @Override
        public <T> T within(Limit limit, Call<T> call) throws Overdue {
          asked.add(limit);
          throw new Overdue(limit.name() + " was not answered within " + limit.time());
        }
      };

  private final CloudProvider provider =
      new MeasuredProvider(new DeadlineProvider(cloud, hanging), metrics, new TestClock(START));

  DeadlineProviderTest() {
    cloud.hooks.add(
        new RegistrationHook() {
          @Override
          public String name() {
            return "network";
          }

          @Override
          public Optional<Duration> pending(ClaimFacts claim, NodeFacts node) {
            return Optional.empty();
          }
        });
  }

  private void call(CloudMethod method) throws Unreachable, InterruptedException {
    switch (method) {
      case CREATE -> provider.create(CLAIM, Optional.empty());
      case DELETE -> provider.delete("test://a");
      case FIND -> provider.find("test://a");
      case LIST -> provider.list();
      case DRIFT -> provider.drift(CLAIM, Optional.empty());
      case NOTICES -> provider.notices();
      case ACKNOWLEDGE -> provider.acknowledge(NOTICE);
      case REGISTRATION_HOOK ->
          provider.registrationHooks().getFirst().pending(CLAIM, node("n").build());
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_call_that_is_not_answered_in_time_is_silence(CloudMethod method) {
    assertThatThrownBy(() -> call(method))
        .isInstanceOf(Unreachable.class)
        .hasMessageContaining("cloud provider test: " + method.label() + " was not answered");

    assertThat(asked).containsExactly(method.limit());
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "REGISTRATION_HOOK")
  void a_call_that_is_not_answered_in_time_is_an_error(CloudMethod method) {
    assertThatThrownBy(() -> call(method)).isInstanceOf(Unreachable.class);

    assertThat(metrics.value(Metric.CLOUDPROVIDER_ERRORS_TOTAL, "", method.label(), "test", ""))
        .isEqualTo(1);
  }

  @Test
  void two_launches_fit_into_the_time_a_claim_has_to_launch() {
    assertThat(CloudMethod.CREATE.limit().time().multipliedBy(2))
        .isLessThan(karpenter.core.lifecycle.Liveness.LAUNCH_LIMIT);
  }
}
