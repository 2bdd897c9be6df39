package karpenter.core.cluster;

import static karpenter.core.testkit.facts.ClaimFixture.claim;
import static karpenter.core.testkit.facts.NodeFixture.node;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.Conditions;
import karpenter.core.pod.Taint;
import karpenter.core.pod.Taint.Effect;
import karpenter.core.resource.Resources;
import org.junit.jupiter.api.Test;

class StateNodeTest {
  private static final Instant NOW = Instant.parse("2026-01-05T10:00:00Z");

  @Test
  void the_claim_speaks_until_the_node_is_registered() {
    var fresh = node("n").unlabelled(StateNode.REGISTERED).unlabelled(StateNode.INITIALIZED);
    var registered = node("n").label(StateNode.REGISTERED, "true");

    assertThat(StateNode.of(fresh.build(), claim("c").build()).name()).isEqualTo("c");
    assertThat(StateNode.of(registered.build(), claim("c").build()).name()).isEqualTo("n");
  }

  @Test
  void a_node_without_claim_is_as_it_is() {
    var state =
        StateNode.of(
            node("n")
                .unlabelled(StateNode.INITIALIZED)
                .taint("node.kubernetes.io/not-ready", "", Effect.NO_SCHEDULE)
                .build());

    assertThat(state.isInitialized()).isTrue();
    assertThat(state.taints()).extracting(Taint::key).contains("node.kubernetes.io/not-ready");
  }

  @Test
  void taints_that_pass_while_a_node_starts_keep_no_pod_away() {
    var started =
        node("n")
            .label(StateNode.REGISTERED, "true")
            .unlabelled(StateNode.INITIALIZED)
            .taint("node.kubernetes.io/not-ready", "", Effect.NO_EXECUTE)
            .taint("example.com/starting", "", Effect.NO_SCHEDULE)
            .taint("example.com/kept", "", Effect.NO_SCHEDULE);
    var claim = claim("c").startupTaint("example.com/starting", Effect.NO_SCHEDULE).build();

    assertThat(StateNode.of(started.build(), claim).taints())
        .extracting(Taint::key)
        .containsExactly("example.com/kept");
    started.label(StateNode.INITIALIZED, "true");
    assertThat(StateNode.of(started.build(), claim).taints()).hasSize(3);
  }

  @Test
  void until_it_is_initialized_the_claim_fills_in_what_is_missing() {
    var promised = Resources.of(Map.of(Resources.CPU, 4000L, "example.com/gpu", 2L));
    var claim =
        claim("c")
            .and(
                c ->
                    c.withStatus(
                        Optional.of("id"),
                        Optional.empty(),
                        Optional.empty(),
                        promised,
                        promised,
                        Optional.empty(),
                        Conditions.stored(List.of())))
            .build();
    var starting =
        node("n")
            .label(StateNode.REGISTERED, "true")
            .unlabelled(StateNode.INITIALIZED)
            .allocatable(Resources.of(Map.of(Resources.CPU, 3900L, "example.com/gpu", 0L)));

    var allocatable = StateNode.of(starting.build(), claim).allocatable();

    assertThat(allocatable.get(Resources.CPU)).isEqualTo(3900);
    assertThat(allocatable.get("example.com/gpu")).isEqualTo(2);
  }

  @Test
  void whoever_has_a_claim_leaves_with_it() {
    var going = claim("c").deletedAt(NOW).build();

    assertThat(StateNode.of(node("n").build(), going).isLeaving()).isTrue();
    assertThat(StateNode.of(node("n").deletedAt(NOW).build(), claim("c").build()).isLeaving())
        .isFalse();
    assertThat(StateNode.of(node("n").deletedAt(NOW).build()).isLeaving()).isTrue();
  }

  @Test
  void a_machine_that_terminates_is_leaving() {
    var claim = claim("c").build();
    var subject = new Conditions.Subject(ClaimFacts.DEPENDENTS, 1, NOW, false);
    var terminating =
        claim.withConditions(
            claim.conditions().setTrue(ClaimFacts.INSTANCE_TERMINATING, subject, NOW));

    assertThat(StateNode.of(terminating).isLeaving()).isTrue();
  }
}
