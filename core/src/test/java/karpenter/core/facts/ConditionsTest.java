package karpenter.core.facts;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import karpenter.core.facts.Condition.Status;
import org.junit.jupiter.api.Test;

class ConditionsTest {
  private static final Instant CREATED = Instant.parse("2026-01-05T09:00:00Z");
  private static final Instant LATER = CREATED.plusSeconds(60);
  private static final Instant MUCH_LATER = CREATED.plusSeconds(600);

  private static final Conditions.Subject SUBJECT =
      new Conditions.Subject(List.of("A", "B"), 3, CREATED, false);
  private static final Conditions NONE = Conditions.stored(List.of());

  @Test
  void a_dependent_nobody_spoke_of_is_unknown_since_creation() {
    var opened = NONE.initialized(SUBJECT);

    assertThat(opened.find("A").orElseThrow())
        .isEqualTo(
            new Condition(
                "A",
                Status.UNKNOWN,
                "AwaitingReconciliation",
                "object is awaiting reconciliation",
                CREATED,
                3));
    assertThat(opened.isUnknown(Conditions.READY)).isTrue();
  }

  @Test
  void the_time_moves_with_the_status_and_not_with_the_reason() {
    var failed = NONE.set("A", Status.FALSE, "Why", "", SUBJECT, LATER);

    var sameStatus = failed.set("A", Status.FALSE, "OtherReason", "", SUBJECT, MUCH_LATER);
    var otherStatus = failed.setTrue("A", SUBJECT, MUCH_LATER);

    assertThat(sameStatus.find("A").orElseThrow().since()).isEqualTo(LATER);
    assertThat(sameStatus.find("A").orElseThrow().reason()).isEqualTo("OtherReason");
    assertThat(otherStatus.find("A").orElseThrow().since()).isEqualTo(MUCH_LATER);
  }

  @Test
  void an_unknown_dependent_keeps_the_creation_time_when_its_reason_changes() {
    var waiting = NONE.set("A", Status.UNKNOWN, "NodeNotFound", "", SUBJECT, LATER);

    assertThat(waiting.find("A").orElseThrow().since()).isEqualTo(CREATED);
  }

  @Test
  void setting_what_is_there_changes_nothing() {
    var once = NONE.setTrue("A", SUBJECT, LATER);

    assertThat(once.setTrue("A", SUBJECT, MUCH_LATER)).isEqualTo(once);
  }

  @Test
  void times_are_whole_seconds() {
    var set = NONE.setTrue("A", SUBJECT, LATER.plusNanos(123_456_789));

    assertThat(set.find("A").orElseThrow().since()).isEqualTo(LATER);
  }

  @Test
  void ready_when_every_dependent_is_true_at_this_generation() {
    var ready = NONE.setTrue("A", SUBJECT, LATER).setTrue("B", SUBJECT, LATER);

    var root = ready.find(Conditions.READY).orElseThrow();
    assertThat(root.isTrue()).isTrue();
    assertThat(root.reason()).isEqualTo("Ready");
    assertThat(root.message()).isEmpty();
  }

  @Test
  void a_dependent_of_an_old_generation_keeps_the_object_from_being_ready() {
    var ready = NONE.setTrue("A", SUBJECT, LATER).setTrue("B", SUBJECT, LATER);
    var edited = new Conditions.Subject(SUBJECT.dependents(), 4, CREATED, false);

    var oneSeen = ready.restamped("A", edited, MUCH_LATER);
    var bothSeen = oneSeen.restamped("B", edited, MUCH_LATER);

    assertThat(oneSeen.find(Conditions.READY).orElseThrow().reason())
        .isEqualTo("ReconcilingDependents");
    assertThat(bothSeen.isTrue(Conditions.READY)).isTrue();
    assertThat(bothSeen.find("A").orElseThrow().since()).isEqualTo(LATER);
  }

  @Test
  void a_false_dependent_makes_the_object_not_ready_and_the_newest_is_named_first() {
    var mixed =
        NONE.set("A", Status.FALSE, "Why", "", SUBJECT, LATER)
            .set("B", Status.FALSE, "Why", "", SUBJECT, MUCH_LATER);

    var root = mixed.find(Conditions.READY).orElseThrow();
    assertThat(root.status()).isEqualTo(Status.FALSE);
    assertThat(root.reason()).isEqualTo("UnhealthyDependents");
    assertThat(root.message()).isEqualTo("B=False, A=False");
  }

  @Test
  void while_an_object_goes_its_other_conditions_stay_observed() {
    var ready = NONE.setTrue("A", SUBJECT, LATER).setTrue("B", SUBJECT, LATER);
    var deleting = new Conditions.Subject(SUBJECT.dependents(), 4, CREATED, true);

    var draining = ready.set("Drained", Status.UNKNOWN, "Draining", "", deleting, MUCH_LATER);

    assertThat(draining.list()).allMatch(c -> c.observedGeneration() == 4);
    assertThat(draining.isTrue(Conditions.READY)).isTrue();
  }

  @Test
  void only_what_nothing_depends_on_can_be_cleared() {
    var set = NONE.setTrue("A", SUBJECT, LATER).setTrue("Drifted", SUBJECT, LATER);

    assertThat(set.clear("Drifted", SUBJECT).find("Drifted")).isEmpty();
    assertThat(set.clear("A", SUBJECT)).isEqualTo(set);
  }

  @Test
  void the_root_is_stored_last_and_the_others_by_time() {
    var set = NONE.setTrue("B", SUBJECT, MUCH_LATER).setTrue("A", SUBJECT, LATER);

    assertThat(set.list()).extracting(Condition::type).containsExactly("A", "B", "Ready");
  }
}
