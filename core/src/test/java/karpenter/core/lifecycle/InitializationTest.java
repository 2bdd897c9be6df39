package karpenter.core.lifecycle;

import static karpenter.core.lifecycle.LifecycleFixture.claim;
import static karpenter.core.lifecycle.LifecycleFixture.node;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.Condition;
import karpenter.core.facts.NodeFacts;
import karpenter.core.facts.SliceFacts;
import karpenter.core.lifecycle.Initialization.Complete;
import karpenter.core.lifecycle.Initialization.Reason;
import karpenter.core.lifecycle.Initialization.Waiting;
import karpenter.core.pod.Taint;
import karpenter.core.resource.Resources;
import org.junit.jupiter.api.Test;

class InitializationTest {
  private static final Taint STARTUP = new Taint("cni", "", Taint.Effect.NO_EXECUTE);

  private static Initialization decide(ClaimFacts claim, NodeFacts node) {
    return Initialization.decide(claim, new NodeMatch.One(node), Optional.empty());
  }

  private static void assertWaiting(Initialization verdict, Reason reason) {
    assertThat(verdict)
        .isInstanceOfSatisfying(Waiting.class, w -> assertThat(w.reason()).isEqualTo(reason));
  }

  @Test
  void a_ready_node_with_nothing_missing_is_complete() {
    assertThat(decide(claim(), node(Map.of()))).isInstanceOf(Complete.class);
  }

  @Test
  void no_node_and_two_nodes_wait() {
    assertWaiting(
        Initialization.decide(claim(), new NodeMatch.None(), Optional.empty()),
        Reason.NODE_NOT_FOUND);
    assertWaiting(
        Initialization.decide(
            claim(), NodeMatch.of(List.of(node(Map.of()), node(Map.of()))), Optional.empty()),
        Reason.NODE_NOT_FOUND);
  }

  @Test
  void a_node_that_is_not_ready_waits() {
    assertWaiting(
        decide(claim(), node(Map.of(), Resources.none(), Condition.Status.UNKNOWN)),
        Reason.NODE_NOT_READY);
  }

  @Test
  void startup_taints_are_waited_for_before_ephemeral_ones() {
    var claim = claim(Resources.none(), List.of(), List.of(STARTUP));

    var verdict = decide(claim, node(Map.of(), Marks.UNREGISTERED, STARTUP));

    assertWaiting(verdict, Reason.STARTUP_TAINTS_EXIST);
  }

  @Test
  void readiness_taints_of_any_effect_are_waited_for() {
    var gate = new Taint("readiness.k8s.io/network", "", Taint.Effect.PREFER_NO_SCHEDULE);

    assertWaiting(decide(claim(), node(Map.of(), gate)), Reason.KNOWN_EPHEMERAL_TAINTS_EXIST);
  }

  @Test
  void an_ephemeral_key_with_another_effect_is_not_waited_for() {
    var unreachable = new Taint("node.kubernetes.io/unreachable", "", Taint.Effect.NO_EXECUTE);

    assertThat(decide(claim(), node(Map.of(), unreachable))).isInstanceOf(Complete.class);
  }

  @Test
  void a_requested_resource_must_be_allocatable() {
    var claim = claim(Resources.of(Map.of("gpu", 1L, "zero", 0L)), List.of(), List.of());
    var without = node(Map.of());
    var with = node(Map.of(), Resources.of(Map.of("gpu", 1L)), Condition.Status.TRUE);
    var onlyCapacity =
        new NodeFacts(
            without.meta(),
            without.providerId(),
            false,
            List.of(),
            Resources.of(Map.of("gpu", 1L)),
            Resources.of(Map.of("gpu", 0L)),
            without.conditions());

    assertWaiting(decide(claim, without), Reason.RESOURCE_NOT_REGISTERED);
    assertWaiting(decide(claim, onlyCapacity), Reason.RESOURCE_NOT_REGISTERED);
    assertThat(decide(claim, with)).isInstanceOf(Complete.class);
  }

  private static SliceFacts slice(String driver, String pool, long generation, long count) {
    return new SliceFacts(
        LifecycleFixture.meta("slice", Map.of(), Map.of()),
        Optional.of("node"),
        driver,
        pool,
        generation,
        count,
        Optional.empty(),
        Optional.empty());
  }

  private static Initialization withSlices(SliceFacts... slices) {
    var claim =
        claim()
            .withMeta(
                claim().meta().withAnnotation(Marks.REQUESTED_DRA_DRIVERS, "gpu.com,nic.com"));
    return Initialization.decide(
        claim, new NodeMatch.One(node(Map.of())), Optional.of(List.of(slices)));
  }

  @Test
  void each_driver_must_have_published_a_complete_pool() {
    var nic = slice("nic.com", "p", 1, 1);

    assertWaiting(withSlices(nic), Reason.DRA_DRIVER_POOLS_NOT_PUBLISHED);
    assertWaiting(
        withSlices(nic, slice("gpu.com", "p", 1, 2)), Reason.DRA_DRIVER_POOLS_NOT_PUBLISHED);
    assertThat(withSlices(nic, slice("gpu.com", "p", 1, 2), slice("gpu.com", "p", 1, 2)))
        .isInstanceOf(Complete.class);
  }

  @Test
  void only_the_highest_generation_of_a_pool_counts() {
    var nic = slice("nic.com", "p", 1, 1);

    assertWaiting(
        withSlices(nic, slice("gpu.com", "p", 1, 1), slice("gpu.com", "p", 2, 2)),
        Reason.DRA_DRIVER_POOLS_NOT_PUBLISHED);
  }

  @Test
  void devices_do_not_matter_where_they_are_not_looked_at() {
    var claim =
        claim().withMeta(claim().meta().withAnnotation(Marks.REQUESTED_DRA_DRIVERS, "gpu.com"));

    assertThat(decide(claim, node(Map.of()))).isInstanceOf(Complete.class);
  }
}
