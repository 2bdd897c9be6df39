package karpenter.core.lifecycle;

import static karpenter.core.lifecycle.LifecycleFixture.CREATED;
import static karpenter.core.lifecycle.LifecycleFixture.claim;
import static karpenter.core.lifecycle.LifecycleFixture.initialized;
import static karpenter.core.lifecycle.LifecycleFixture.pool;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import karpenter.core.catalog.InstanceType;
import karpenter.core.catalog.Offering;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.requirement.LabelAliases;
import karpenter.core.requirement.Requirements;
import karpenter.core.requirement.ValueSet;
import karpenter.core.resource.Resources;
import org.junit.jupiter.api.Test;

/// The marks disruption reads: Consolidatable and Drifted.
class MarksTest {
  private static final ClaimFacts INITIALIZED = initialized(claim(), CREATED.plusSeconds(60));

  @Test
  void a_pool_that_never_consolidates_marks_nothing() {
    assertThat(
            Consolidatable.decide(
                INITIALIZED, pool(Optional.empty(), Map.of()), CREATED.plusSeconds(9999)))
        .isInstanceOf(Consolidatable.No.class);
  }

  @Test
  void without_delay_a_node_is_consolidatable_as_soon_as_it_is_initialized() {
    var atOnce = pool(Optional.of(Duration.ZERO), Map.of());

    assertThat(Consolidatable.decide(INITIALIZED, atOnce, CREATED.plusSeconds(60)))
        .isInstanceOf(Consolidatable.Yes.class);
    assertThat(Consolidatable.decide(claim(), atOnce, CREATED.plusSeconds(60)))
        .isInstanceOf(Consolidatable.No.class);
  }

  @Test
  void the_delay_counts_from_the_last_pod_event_or_from_initialization() {
    var after = pool(Optional.of(Duration.ofSeconds(30)), Map.of());
    var busy = INITIALIZED.withLastPodEvent(CREATED.plusSeconds(100));

    assertThat(Consolidatable.decide(INITIALIZED, after, CREATED.plusSeconds(70)))
        .isEqualTo(new Consolidatable.In(Duration.ofSeconds(20)));
    assertThat(Consolidatable.decide(busy, after, CREATED.plusSeconds(129)))
        .isEqualTo(new Consolidatable.In(Duration.ofSeconds(1)));
    assertThat(Consolidatable.decide(busy, after, CREATED.plusSeconds(130)))
        .isInstanceOf(Consolidatable.Yes.class);
  }

  @Test
  void a_mark_that_no_longer_holds_is_cleared() {
    var marked = Consolidatable.marked(INITIALIZED, new Consolidatable.Yes(), CREATED);

    assertThat(marked.is(ClaimFacts.CONSOLIDATABLE)).isTrue();
    assertThat(
            Consolidatable.marked(marked, new Consolidatable.In(Duration.ofSeconds(1)), CREATED)
                .conditions()
                .find(ClaimFacts.CONSOLIDATABLE))
        .isEmpty();
  }

  private static Map<String, String> print(String hash, String version) {
    return Map.of(Marks.HASH, hash, Marks.HASH_VERSION, version);
  }

  private static ClaimFacts printed(Map<String, String> annotations) {
    var meta = LifecycleFixture.meta("claim", Map.of(), annotations);
    return claim().withMeta(meta);
  }

  @Test
  void another_fingerprint_is_drift_only_where_the_same_procedure_made_both() {
    var pool = pool(Optional.empty(), print("2", "v3"));

    assertThat(Drift.isHashDrifted(printed(print("1", "v3")), pool)).isTrue();
    assertThat(Drift.isHashDrifted(printed(print("2", "v3")), pool)).isFalse();
    assertThat(Drift.isHashDrifted(printed(print("1", "v2")), pool)).isFalse();
    assertThat(Drift.isHashDrifted(printed(Map.of(Marks.HASH, "1")), pool)).isFalse();
    assertThat(Drift.isHashDrifted(printed(print("1", "v3")), pool(Optional.empty(), Map.of())))
        .isFalse();
  }

  @Test
  void labels_that_the_template_no_longer_allows_are_drift() {
    var claim = claim().withMeta(LifecycleFixture.meta("claim", Map.of(Marks.ZONE, "a"), Map.of()));

    assertThat(drifted(claim, Requirements.of(Marks.ZONE, ValueSet.in("a", "b")))).isFalse();
    assertThat(drifted(claim, Requirements.of(Marks.ZONE, ValueSet.in("b")))).isTrue();
    assertThat(drifted(claim, Requirements.of("team", ValueSet.in("x")))).isTrue();
    assertThat(drifted(claim, Requirements.of("team", ValueSet.notIn("x")))).isFalse();
  }

  private static boolean drifted(ClaimFacts claim, Requirements template) {
    return Drift.areRequirementsDrifted(claim, template, LabelAliases.STANDARD);
  }

  private static final Drift.Vocabulary WORDS =
      new Drift.Vocabulary(LabelAliases.STANDARD, Set.of(Marks.ZONE, Marks.CAPACITY_TYPE), "rid");

  private static ClaimFacts bought(String type, String zone, String capacityType) {
    return claim()
        .withMeta(
            LifecycleFixture.meta(
                "claim",
                Map.of(
                    Marks.INSTANCE_TYPE,
                    type,
                    Marks.ZONE,
                    zone,
                    Marks.CAPACITY_TYPE,
                    capacityType,
                    "rid",
                    "r-1"),
                Map.of()));
  }

  private static List<InstanceType> catalogue(Requirements... offerings) {
    return List.of(
        new InstanceType(
            "large",
            Requirements.none(),
            java.util.Arrays.stream(offerings).map(o -> Offering.of(o, 1)).toList(),
            Resources.none(),
            Resources.none()));
  }

  private static Requirements offer(String zone, String capacityType) {
    return Requirements.of(Marks.ZONE, ValueSet.in(zone))
        .and(Marks.CAPACITY_TYPE, ValueSet.in(capacityType));
  }

  @Test
  void a_type_that_is_not_sold_there_any_more_is_drift() {
    var sold = catalogue(offer("a", "spot"));

    assertThat(Drift.isTypeMissing(bought("large", "a", "spot"), sold, WORDS)).isFalse();
    assertThat(Drift.isTypeMissing(bought("large", "b", "spot"), sold, WORDS)).isTrue();
    assertThat(Drift.isTypeMissing(bought("small", "a", "spot"), sold, WORDS)).isTrue();
  }

  @Test
  void a_reservation_may_end_and_leave_the_node_on_demand() {
    var sold = catalogue(offer("a", "on-demand"));
    var otherReservation = catalogue(offer("a", "reserved").and("rid", ValueSet.in("r-2")));

    assertThat(Drift.isTypeMissing(bought("large", "a", "reserved"), sold, WORDS)).isFalse();
    assertThat(Drift.isTypeMissing(bought("large", "a", "reserved"), otherReservation, WORDS))
        .isFalse();
    assertThat(Drift.isTypeMissing(bought("large", "a", "spot"), sold, WORDS)).isTrue();
  }

  @Test
  void types_are_looked_up_after_an_hour_and_then_every_half_hour() {
    var now = CREATED.plusSeconds(7200);

    assertThat(Drift.isTypeCheckDue(claim(), Optional.empty(), CREATED.plusSeconds(3600)))
        .isFalse();
    assertThat(Drift.isTypeCheckDue(claim(), Optional.empty(), CREATED.plusSeconds(3601))).isTrue();
    assertThat(Drift.isTypeCheckDue(claim(), Optional.of(now.minusSeconds(1799)), now)).isFalse();
    assertThat(Drift.isTypeCheckDue(claim(), Optional.of(now.minusSeconds(1800)), now)).isTrue();
  }

  @Test
  void drift_carries_its_reason_as_reason_and_message() {
    var drifted = Drift.marked(claim(), Optional.of(Drift.NODE_POOL), CREATED);

    var condition = drifted.conditions().find(ClaimFacts.DRIFTED).orElseThrow();
    assertThat(condition.isTrue()).isTrue();
    assertThat(condition.reason()).isEqualTo("NodePoolDrifted");
    assertThat(condition.message()).isEqualTo("NodePoolDrifted");
    assertThat(
            Drift.marked(drifted, Optional.empty(), CREATED).conditions().find(ClaimFacts.DRIFTED))
        .isEmpty();
  }
}
