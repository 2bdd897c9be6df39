package karpenter.core.termination;

import static karpenter.core.testkit.facts.ClaimFixture.claim;
import static karpenter.core.testkit.facts.NodeFixture.node;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Optional;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.Condition;
import karpenter.core.facts.NodeTaint;
import karpenter.core.lifecycle.Marks;
import karpenter.core.pod.Taint;
import org.junit.jupiter.api.Test;

class LeavingNodeTest {
  static final Instant NOW = Instant.parse("2026-01-05T10:00:00Z");

  @Test
  void leaving_node_is_tainted_and_out_of_load_balancers() {
    var node = node("n").taint("mine", "", Taint.Effect.NO_EXECUTE).build();

    var marked = LeavingNode.marked(node);

    assertThat(marked.taints().stream().map(NodeTaint::taint).map(Taint::key))
        .containsExactly("mine", "karpenter.sh/disrupted");
    assertThat(marked.meta().label(LeavingNode.NO_LOAD_BALANCERS)).isEqualTo("karpenter");
  }

  @Test
  void taint_of_another_effect_is_replaced() {
    var node = node("n").taint("karpenter.sh/disrupted", "x", Taint.Effect.NO_EXECUTE).build();

    assertThat(LeavingNode.marked(node).taints())
        .containsExactly(NodeTaint.of(PodPredicates.DISRUPTED));
  }

  @Test
  void marking_a_marked_node_changes_nothing() {
    var marked = LeavingNode.marked(node("n").build());

    assertThat(LeavingNode.marked(marked)).isEqualTo(marked);
  }

  @Test
  void reason_is_the_disruption_that_caused_it() {
    var drifted =
        claim("c")
            .and(
                c ->
                    c.withConditions(
                        c.conditions()
                            .set(
                                ClaimFacts.DISRUPTION_REASON,
                                Condition.Status.TRUE,
                                "Drifted",
                                "",
                                c.subject(),
                                NOW)))
            .build();

    assertThat(LeavingNode.reason(Optional.of(drifted))).isEqualTo("Drifted");
    assertThat(LeavingNode.reason(Optional.of(claim("c").build())))
        .isEqualTo("Forceful Termination");
    assertThat(LeavingNode.reason(Optional.empty())).isEqualTo("Forceful Termination");
  }

  @Test
  void deadline_is_kept_when_it_is_earlier_and_replaced_when_later() {
    var earlier =
        claim("c").annotation(Marks.TERMINATION_TIMESTAMP, "2026-01-05T09:59:00Z").build();
    var later = claim("c").annotation(Marks.TERMINATION_TIMESTAMP, "2026-01-05T12:00:00Z").build();

    assertThat(DrainDeadline.within(earlier, NOW)).isEqualTo(earlier);
    assertThat(DrainDeadline.of(DrainDeadline.within(later, NOW))).contains(NOW);
    assertThat(DrainDeadline.of(DrainDeadline.within(claim("c").build(), NOW))).contains(NOW);
  }

  @Test
  void deadline_with_an_offset_is_understood_and_nonsense_is_none() {
    assertThat(
            DrainDeadline.of(
                claim("c")
                    .annotation(Marks.TERMINATION_TIMESTAMP, "2026-01-05T12:00:00+02:00")
                    .build()))
        .contains(NOW);
    assertThat(DrainDeadline.of(claim("c").annotation(Marks.TERMINATION_TIMESTAMP, "soon").build()))
        .isEmpty();
  }
}
