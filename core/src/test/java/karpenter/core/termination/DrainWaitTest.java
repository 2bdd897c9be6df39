package karpenter.core.termination;

import static karpenter.core.testkit.facts.ClaimFixture.claim;
import static karpenter.core.testkit.facts.PodFixture.pod;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.PdbFacts;
import karpenter.core.facts.PodFacts;
import karpenter.core.pod.LabelSelector;
import karpenter.core.testkit.facts.MetaFixture;
import org.junit.jupiter.api.Test;

class DrainWaitTest {
  static final Instant BEGAN = Instant.parse("2026-01-05T10:00:00Z");
  static final Instant LATER = BEGAN.plusSeconds(30);

  private static final PodBudgets SPENT =
      PodBudgets.of(
          List.of(
              new PdbFacts(
                  MetaFixture.meta("default", "web"),
                  LabelSelector.ofLabels(Map.of("app", "web")),
                  0,
                  Optional.of("1"),
                  Optional.empty(),
                  false)));

  private static Optional<String> sentence(List<PodFacts> pods, Instant now) {
    ClaimFacts draining =
        claim("a")
            .build()
            .setUnknown(ClaimFacts.DRAINED, DrainProgress.DRAINING, DrainProgress.DRAINING, BEGAN);
    return DrainWait.sentence(DrainPlan.of(pods, Optional.empty(), now), draining, SPENT, now);
  }

  @Test
  void nothing_is_said_of_a_drain_that_has_just_begun() {
    var held = List.of(pod("p").labels(Map.of("app", "web")).build());

    assertThat(sentence(held, LATER.minusMillis(1))).isEmpty();
    assertThat(sentence(held, LATER))
        .contains(
            "Waiting for pod default/p because PodDisruptionBudget default/web does not allow its"
                + " eviction, since 2026-01-05T10:00:00Z");
  }

  @Test
  void what_holds_a_pod_is_told_before_what_merely_takes_its_time() {
    var pods =
        List.of(
            pod("a").deletedAt(LATER).build(),
            pod("b").build(),
            pod("c").doNotDisrupt("true").build());

    assertThat(sentence(pods, LATER))
        .hasValueSatisfying(
            text -> assertThat(text).contains("default/c", "karpenter.sh/do-not-disrupt"));
  }

  @Test
  void stopping_pod_is_told_since_when_it_should_be_gone() {
    assertThat(sentence(List.of(pod("a").deletedAt(LATER).build()), LATER))
        .contains("Waiting for pod default/a because it has not stopped yet, since " + LATER);
  }
}
