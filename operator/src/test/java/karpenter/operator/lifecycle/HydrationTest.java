package karpenter.operator.lifecycle;

import static karpenter.core.testkit.facts.ClaimFixture.claim;
import static karpenter.core.testkit.facts.NodeFixture.CLASS_LABEL;
import static karpenter.core.testkit.facts.NodeFixture.node;
import static karpenter.operator.testkit.TestWorld.START;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.Condition;
import karpenter.core.facts.Meta;
import karpenter.core.lifecycle.Marks;
import karpenter.core.resource.Resources;
import karpenter.operator.event.EventNote;
import karpenter.operator.testkit.TestWorld;
import org.junit.jupiter.api.Test;

/// Labels that older releases did not write, and machines smaller than promised.
class HydrationTest {
  private final TestWorld world = new TestWorld(LifecycleLoops::loops);

  private static ClaimFacts initialized() {
    return claim("a")
        .createdAt(START)
        .ofNode("n")
        .requests(Resources.of(Map.of("memory", 1L)))
        .and(
            c ->
                c.withStatus(
                        c.providerId(),
                        c.imageId(),
                        c.nodeName(),
                        Resources.of(Map.of("memory", 1000L)),
                        Resources.none(),
                        Optional.empty(),
                        c.conditions())
                    .setTrue(ClaimFacts.LAUNCHED, START)
                    .setTrue(ClaimFacts.REGISTERED, START)
                    .setTrue(ClaimFacts.INITIALIZED, START))
        .build();
  }

  @Test
  void claims_and_their_nodes_get_the_label_of_their_node_class() {
    world.cluster.put(initialized());
    world.cluster.put(
        node("n").unlabelled(CLASS_LABEL).label("karpenter.sh/registered", "true").build());

    world.settle();

    var snapshot = world.cluster.snapshot();
    assertThat(snapshot.claim("a").orElseThrow().meta().label(CLASS_LABEL)).isEqualTo("default");
    assertThat(snapshot.node("n").orElseThrow().meta().label(CLASS_LABEL)).isEqualTo("default");
  }

  @Test
  void nodes_of_others_get_no_label() {
    world.cluster.put(
        node("theirs").unlabelled(CLASS_LABEL).label("karpenter.sh/registered", "true").build());

    world.settle();

    assertThat(world.cluster.snapshot().node("theirs").orElseThrow().meta().labels())
        .doesNotContainKey(CLASS_LABEL);
  }

  @Test
  void a_machine_smaller_than_promised_is_told_once_in_ten_minutes() {
    world.cluster.put(initialized());
    world.cluster.put(node("n").allocatable(Resources.of(Map.of("memory", 800L))).build());

    world.run(Duration.ofMinutes(9));

    var condition =
        world
            .cluster
            .snapshot()
            .claim("a")
            .orElseThrow()
            .conditions()
            .find(ClaimFacts.CONSISTENT_STATE_FOUND)
            .orElseThrow();
    assertThat(condition.status()).isEqualTo(Condition.Status.FALSE);
    assertThat(condition.reason()).isEqualTo("ConsistencyCheckFailed");
    assertThat(world.events.stream().map(EventNote::reason))
        .containsOnlyOnce("FailedConsistencyCheck");
  }

  @Test
  void a_machine_as_promised_is_consistent() {
    world.cluster.put(initialized());
    world.cluster.put(node("n").allocatable(Resources.of(Map.of("memory", 950L))).build());

    world.settle();

    assertThat(
            world.cluster.snapshot().claim("a").orElseThrow().is(ClaimFacts.CONSISTENT_STATE_FOUND))
        .isTrue();
  }

  @Test
  void looks_at_a_claim_that_has_arrived_are_foregone() {
    var claim = initialized();
    world.cluster.put(claim.withMeta(claim.meta().withFinalizers(List.of(Marks.FINALIZER))));
    world.cluster.put(node("n").allocatable(Resources.of(Map.of("memory", 950L))).build());
    world.run(Duration.ofMinutes(1));

    world.cluster.put(
        world.cluster.snapshot().claim("a").orElseThrow().withLastPodEvent(START.plusSeconds(60)));
    world.settle();

    assertThat(world.runtime.foregone())
        .contains(
            "nodeclaim.lifecycle",
            "nodeclaim.consistency",
            "nodeclaim.expiration",
            "nodeclaim.hydration",
            "node.hydration");
  }

  @Test
  void a_claim_whose_spec_has_changed_is_not_settled() {
    var claim = initialized();
    var settled = claim.withMeta(claim.meta().withFinalizers(List.of(Marks.FINALIZER)));

    assertThat(ClaimLifecycle.isSettled(settled)).isTrue();
    assertThat(ClaimLifecycle.isSettled(claim.withMeta(claim.meta().withFinalizers(List.of()))))
        .isFalse();
    assertThat(
            ClaimLifecycle.isSettled(
                settled.setUnknown(ClaimFacts.INITIALIZED, "Told", "again", START)))
        .isFalse();
    assertThat(ClaimLifecycle.isSettled(edited(settled))).isFalse();
  }

  private static ClaimFacts edited(ClaimFacts claim) {
    var meta = claim.meta();
    return claim.withMeta(
        new Meta(
            meta.namespace(),
            meta.name(),
            meta.uid(),
            meta.version(),
            meta.generation() + 1,
            meta.created(),
            meta.deleted(),
            meta.labels(),
            meta.annotations(),
            meta.finalizers(),
            meta.owners()));
  }
}
