package karpenter.core.lifecycle;

import static karpenter.core.lifecycle.LifecycleFixture.CREATED;
import static karpenter.core.lifecycle.LifecycleFixture.claim;
import static karpenter.core.lifecycle.LifecycleFixture.launched;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.lifecycle.Liveness.Cause;
import karpenter.core.lifecycle.Liveness.Settled;
import karpenter.core.lifecycle.Liveness.TimeLeft;
import karpenter.core.lifecycle.Liveness.TimedOut;
import org.junit.jupiter.api.Test;

class LivenessTest {
  @Test
  void a_claim_may_take_five_minutes_from_its_creation_to_launch() {
    var failing = Launch.failed(claim(), "Whatever", "", CREATED.plusSeconds(200));

    assertThat(Liveness.decide(failing, CREATED.plusSeconds(299)))
        .isEqualTo(new TimeLeft(Duration.ofSeconds(1)));
    assertThat(Liveness.decide(failing, CREATED.plusSeconds(300)))
        .isEqualTo(new TimedOut(Cause.LAUNCH, CREATED));
  }

  @Test
  void a_launched_claim_may_take_fifteen_minutes_from_its_creation_to_register() {
    var launched = launched(CREATED.plusSeconds(60));

    assertThat(Liveness.decide(launched, CREATED.plusSeconds(899)))
        .isEqualTo(new TimeLeft(Duration.ofSeconds(1)));
    assertThat(Liveness.decide(launched, CREATED.plusSeconds(900)))
        .isEqualTo(new TimedOut(Cause.REGISTRATION, CREATED));
  }

  @Test
  void a_claim_registered_at_the_last_moment_survives() {
    var registered =
        launched(CREATED.plusSeconds(60)).setTrue(ClaimFacts.REGISTERED, CREATED.plusSeconds(899));

    assertThat(Liveness.decide(registered, CREATED.plusSeconds(5000))).isInstanceOf(Settled.class);
  }

  @Test
  void two_nodes_of_one_claim_start_the_time_anew() {
    var twice =
        Registration.multipleNodes(launched(CREATED.plusSeconds(60)), 2, CREATED.plusSeconds(600));

    assertThat(Liveness.decide(twice, CREATED.plusSeconds(900)))
        .isEqualTo(new TimeLeft(Duration.ofMinutes(10)));
  }
}
