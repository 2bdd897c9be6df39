package karpenter.core.termination;

import static karpenter.core.testkit.facts.PodFixture.pod;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Optional;
import karpenter.core.facts.PodFacts;
import karpenter.core.termination.EvictionStep.Hold;
import karpenter.core.termination.EvictionStep.HoldReason;
import org.junit.jupiter.api.Test;

class EvictionStepTest {
  static final Instant NOW = Instant.parse("2026-01-05T10:00:00Z");
  static final Optional<Instant> NO_DEADLINE = Optional.empty();

  @Test
  void plain_pod_is_evicted() {
    assertThat(step(pod("p").build())).isEqualTo(new EvictionStep.Evict());
  }

  @Test
  void pod_that_goes_or_has_ended_is_forgotten() {
    assertThat(step(pod("p").deletedAt(NOW).build())).isEqualTo(new EvictionStep.Forget());
    assertThat(step(pod("p").phase(PodFacts.Phase.FAILED).build()))
        .isEqualTo(new EvictionStep.Forget());
  }

  @Test
  void protected_pod_is_held_until_its_protection_ends() {
    assertThat(step(pod("p").doNotDisrupt("true").build()))
        .isEqualTo(new Hold(HoldReason.DO_NOT_DISRUPT, Optional.empty()));
    assertThat(step(pod("p").startedAt(NOW).doNotDisrupt("1m").build()))
        .isEqualTo(new Hold(HoldReason.DO_NOT_DISRUPT, Optional.of(NOW.plusSeconds(60))));
  }

  @Test
  void tolerating_and_mirror_pods_are_held() {
    assertThat(step(pod("p").toleratesDisrupted().build()))
        .isEqualTo(new Hold(HoldReason.TOLERATES_DISRUPTED, Optional.empty()));
    assertThat(step(pod("p").mirror().build()))
        .isEqualTo(new Hold(HoldReason.MIRROR, Optional.empty()));
  }

  @Test
  void deadline_beats_protection() {
    var pod = pod("p").doNotDisrupt("true").grace(30).build();

    assertThat(EvictionStep.of(pod, Optional.of(NOW.plusSeconds(100)), NOW))
        .isEqualTo(new Hold(HoldReason.DO_NOT_DISRUPT, Optional.of(NOW.plusSeconds(70))));
    assertThat(EvictionStep.of(pod, Optional.of(NOW.plusSeconds(30)), NOW))
        .isEqualTo(new EvictionStep.Force(30));
  }

  @Test
  void pod_whose_grace_reaches_past_the_deadline_is_deleted_once_more() {
    var pod = pod("p").deletedAt(NOW.plusSeconds(600)).build();

    assertThat(EvictionStep.of(pod, Optional.of(NOW.plusSeconds(40)), NOW))
        .isEqualTo(new EvictionStep.Force(40));
  }

  private static EvictionStep step(PodFacts pod) {
    return EvictionStep.of(pod, NO_DEADLINE, NOW);
  }
}
