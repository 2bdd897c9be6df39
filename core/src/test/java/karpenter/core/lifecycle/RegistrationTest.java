package karpenter.core.lifecycle;

import static karpenter.core.lifecycle.LifecycleFixture.CREATED;
import static karpenter.core.lifecycle.LifecycleFixture.claim;
import static karpenter.core.lifecycle.LifecycleFixture.node;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.Condition;
import karpenter.core.facts.NodeTaint;
import karpenter.core.facts.Owner;
import karpenter.core.pod.Taint;
import karpenter.core.resource.Resources;
import org.junit.jupiter.api.Test;

class RegistrationTest {
  private static final Taint DEDICATED = new Taint("dedicated", "gpu", Taint.Effect.NO_SCHEDULE);
  private static final Taint STARTUP = new Taint("cni", "", Taint.Effect.NO_EXECUTE);
  private static final ClaimFacts TAINTED =
      claim(Resources.none(), List.of(DEDICATED), List.of(STARTUP));

  @Test
  void a_node_receives_labels_annotations_finalizer_and_owner_of_its_claim() {
    var claim =
        claim()
            .withMeta(claim().meta().withLabel("team", "claims").withAnnotation("note", "claims"));

    var synced = Registration.synced(claim, node(Map.of("team", "nodes", "own", "kept")));

    assertThat(synced.meta().label("team")).isEqualTo("claims");
    assertThat(synced.meta().label("own")).isEqualTo("kept");
    assertThat(synced.meta().annotation("note")).isEqualTo("claims");
    assertThat(synced.meta().finalizers()).containsExactly(Marks.FINALIZER);
    assertThat(synced.meta().owners())
        .containsExactly(
            new Owner("karpenter.sh/v1", "NodeClaim", "claim", "uid-claim", false, true));
  }

  @Test
  void syncing_twice_adds_nothing() {
    var once = Registration.synced(TAINTED, node(Map.of(), Marks.UNREGISTERED));

    assertThat(Registration.synced(TAINTED, once)).isEqualTo(once);
  }

  @Test
  void taints_come_after_those_of_the_node_and_startup_taints_last() {
    var synced = Registration.synced(TAINTED, node(Map.of(), Marks.UNREGISTERED));

    assertThat(synced.taints())
        .extracting(NodeTaint::taint)
        .containsExactly(Marks.UNREGISTERED, DEDICATED, STARTUP);
  }

  @Test
  void a_taint_of_the_same_key_and_effect_is_not_added_again() {
    var other = new Taint("dedicated", "other", Taint.Effect.NO_SCHEDULE);

    var synced = Registration.synced(TAINTED, node(Map.of(), other));

    assertThat(synced.taints()).extracting(NodeTaint::taint).containsExactly(other, STARTUP);
  }

  @Test
  void do_not_sync_taints_leaves_taints_alone_but_the_guard_still_goes() {
    var node = node(Map.of(Marks.DO_NOT_SYNC_TAINTS, "true"), Marks.UNREGISTERED);

    var synced = Registration.synced(TAINTED, node);
    var opened = Registration.opened(synced);

    assertThat(synced.taints()).extracting(NodeTaint::taint).containsExactly(Marks.UNREGISTERED);
    assertThat(opened.taints()).isEmpty();
    assertThat(opened.meta().label(Marks.REGISTERED)).isEqualTo("true");
  }

  @Test
  void any_other_value_of_do_not_sync_taints_syncs_them() {
    var node = node(Map.of(Marks.DO_NOT_SYNC_TAINTS, "false"), Marks.UNREGISTERED);

    assertThat(Registration.synced(TAINTED, node).taints()).hasSize(3);
  }

  @Test
  void a_startup_taint_that_was_removed_never_returns() {
    var registered = node(Map.of(Marks.REGISTERED, "true"), DEDICATED);

    var synced = Registration.synced(TAINTED, registered);

    assertThat(synced.taints()).extracting(NodeTaint::taint).containsExactly(DEDICATED);
  }

  @Test
  void a_node_without_the_guard_is_noticed_unless_it_is_registered() {
    assertThat(Registration.lacksGuard(node(Map.of()))).isTrue();
    assertThat(Registration.lacksGuard(node(Map.of(), Marks.UNREGISTERED))).isFalse();
    assertThat(Registration.lacksGuard(node(Map.of(Marks.REGISTERED, "true")))).isFalse();
  }

  @Test
  void several_nodes_are_false_and_none_is_unknown() {
    var none = Registration.nodeNotFound(claim(), CREATED);
    var several = Registration.multipleNodes(claim(), 2, CREATED.plusSeconds(60));

    assertThat(none.conditions().find(ClaimFacts.REGISTERED).orElseThrow().reason())
        .isEqualTo("NodeNotFound");
    assertThat(none.conditions().isUnknown(ClaimFacts.REGISTERED)).isTrue();
    var condition = several.conditions().find(ClaimFacts.REGISTERED).orElseThrow();
    assertThat(condition.status()).isEqualTo(Condition.Status.FALSE);
    assertThat(condition.reason()).isEqualTo("MultipleNodesFound");
    assertThat(condition.since()).isEqualTo(CREATED.plusSeconds(60));
  }

  @Test
  void pending_hooks_are_named() {
    var held = Registration.hooksPending(claim(), List.of("a", "b"), CREATED);

    var condition = held.conditions().find(ClaimFacts.REGISTERED).orElseThrow();
    assertThat(condition.reason()).isEqualTo("RegistrationHookPending");
    assertThat(condition.message()).contains("a, b");
  }
}
