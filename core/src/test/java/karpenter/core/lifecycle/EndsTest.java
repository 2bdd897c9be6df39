package karpenter.core.lifecycle;

import static karpenter.core.lifecycle.LifecycleFixture.CREATED;
import static karpenter.core.lifecycle.LifecycleFixture.claim;
import static karpenter.core.lifecycle.LifecycleFixture.deleted;
import static karpenter.core.lifecycle.LifecycleFixture.initialized;
import static karpenter.core.lifecycle.LifecycleFixture.lasting;
import static karpenter.core.lifecycle.LifecycleFixture.node;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.Condition;
import karpenter.core.resource.Resources;
import org.junit.jupiter.api.Test;

/// Expiry, the deadline of a deleted claim, and the size check.
class EndsTest {
  @Test
  void a_claim_expires_when_its_lifetime_is_over() {
    var day = lasting(claim(), Optional.empty(), Optional.of(Duration.ofDays(1)));

    assertThat(Expiry.decide(day, CREATED.plusSeconds(86_399)))
        .isEqualTo(new Expiry.In(Duration.ofSeconds(1)));
    assertThat(Expiry.decide(day, CREATED.plusSeconds(86_400)))
        .isEqualTo(new Expiry.Expired(CREATED.plusSeconds(86_400)));
  }

  @Test
  void never_is_never() {
    assertThat(Expiry.decide(claim(), CREATED.plusSeconds(1_000_000_000)))
        .isInstanceOf(Expiry.Never.class);
  }

  @Test
  void a_lifetime_longer_than_time_itself_does_not_expire() {
    var eternal =
        lasting(claim(), Optional.empty(), Optional.of(Duration.ofSeconds(Long.MAX_VALUE / 2)));

    assertThat(Expiry.decide(eternal, CREATED)).isInstanceOf(Expiry.In.class);
  }

  @Test
  void the_deadline_of_a_deleted_claim_is_its_grace_after_the_deletion() {
    var claim = lasting(claim(), Optional.of(Duration.ofMinutes(5)), Optional.empty());
    var going = claim.withMeta(deleted(claim.meta(), CREATED.plusSeconds(60)));

    assertThat(Deadline.written(going).orElseThrow().meta().annotation(Marks.TERMINATION_TIMESTAMP))
        .isEqualTo("2026-01-05T09:06:00Z");
    assertThat(Deadline.written(claim)).isEmpty();
  }

  @Test
  void a_deadline_that_somebody_set_is_kept() {
    var claim = lasting(claim(), Optional.of(Duration.ofMinutes(5)), Optional.empty());
    var going =
        claim.withMeta(
            deleted(claim.meta(), CREATED)
                .withAnnotation(Marks.TERMINATION_TIMESTAMP, "2026-01-05T09:00:01Z"));

    assertThat(Deadline.written(going)).isEmpty();
  }

  private static ClaimFacts promised(Map<String, Long> requests, Map<String, Long> capacity) {
    var claim = claim(Resources.of(requests), List.of(), List.of());
    return initialized(
        claim.withStatus(
            Optional.of("test://1"),
            Optional.empty(),
            Optional.empty(),
            Resources.of(capacity),
            Resources.none(),
            Optional.empty(),
            claim.conditions()),
        CREATED);
  }

  @Test
  void a_machine_smaller_than_nine_tenths_of_what_was_promised_is_told() {
    var claim = promised(Map.of("memory", 1L, "cpu", 1L), Map.of("memory", 1000L, "cpu", 1000L));
    var small =
        node(Map.of(), Resources.of(Map.of("memory", 899L, "cpu", 900L)), Condition.Status.TRUE);

    var shortfalls = Consistency.shortfalls(claim, small);

    assertThat(shortfalls).containsExactly(new Consistency.Shortfall("memory", 1000, 899));
    assertThat(shortfalls.getFirst().sentence()).contains("memory", "899", "1k", "89.9%");
    assertThat(
            Consistency.told(claim, shortfalls, CREATED)
                .conditions()
                .find(ClaimFacts.CONSISTENT_STATE_FOUND)
                .orElseThrow()
                .reason())
        .isEqualTo("ConsistencyCheckFailed");
  }

  @Test
  void what_was_not_requested_or_not_promised_is_not_compared() {
    var claim = promised(Map.of("gpu", 1L, "cpu", 0L), Map.of("cpu", 1000L));

    assertThat(Consistency.shortfalls(claim, node(Map.of()))).isEmpty();
    assertThat(Consistency.told(claim, List.of(), CREATED).is(ClaimFacts.CONSISTENT_STATE_FOUND))
        .isTrue();
  }
}
