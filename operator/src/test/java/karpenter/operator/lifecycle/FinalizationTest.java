package karpenter.operator.lifecycle;

import static karpenter.core.testkit.facts.ClaimFixture.claim;
import static karpenter.core.testkit.facts.NodeFixture.node;
import static karpenter.operator.testkit.TestWorld.START;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.lifecycle.Marks;
import karpenter.core.testkit.facts.ClaimFixture;
import karpenter.operator.kube.Deletion;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;
import karpenter.operator.metrics.Metric;
import karpenter.operator.state.Kind;
import karpenter.operator.testkit.TestWorld;
import org.junit.jupiter.api.Test;

/// The end of a claim.
class FinalizationTest {
  private final TestWorld world = new TestWorld(LifecycleLoops::loops);

  private static ClaimFixture registered(String name, String node) {
    return claim(name)
        .createdAt(START)
        .ofNode(node)
        .and(
            c ->
                c.setTrue(ClaimFacts.LAUNCHED, START)
                    .setTrue(ClaimFacts.REGISTERED, START)
                    .setTrue(ClaimFacts.INITIALIZED, START));
  }

  private void delete(String claim) throws Exception {
    world.cluster.delete(Resource.NODE_CLAIMS, ObjectKey.cluster(claim), Deletion.PLAIN);
  }

  private void removeNode(String name) {
    world.cluster.remove(Kind.NODES, ObjectKey.cluster(name));
  }

  @Test
  void nodes_go_first_then_the_machine_then_the_claim() throws Exception {
    world.cloud.endsSlowly = true;
    world.cluster.put(registered("a", "n").build());
    world.cluster.put(node("n").build());
    world.settle();

    delete("a");
    world.run(Duration.ofMinutes(1));
    assertThat(world.cluster.snapshot().node("n").orElseThrow().meta().isDeleting()).isTrue();
    assertThat(world.cloud.deleted).isEmpty();

    removeNode("n");
    world.settle();
    var going = world.cluster.snapshot().claim("a").orElseThrow();
    assertThat(going.is(ClaimFacts.INSTANCE_TERMINATING)).isTrue();
    assertThat(world.cloud.deleted).contains("test://n");

    world.cloud.endsSlowly = false;
    world.run(Duration.ofSeconds(6));
    assertThat(world.cluster.snapshot().claim("a")).isEmpty();
    assertThat(world.metrics.value(Metric.NODECLAIMS_TERMINATED_TOTAL, "general", "spot", ""))
        .isEqualTo(1);
    assertThat(
            world.metrics.value(Metric.NODECLAIMS_INSTANCE_TERMINATION_DURATION_SECONDS, "general"))
        .isEqualTo(1);
    assertThat(world.metrics.value(Metric.NODECLAIMS_TERMINATION_DURATION_SECONDS, "general"))
        .isEqualTo(1);
  }

  @Test
  void the_machine_is_asked_for_again_every_five_seconds() throws Exception {
    world.cloud.endsSlowly = true;
    world.cluster.put(registered("a", "n").build());
    world.settle();

    delete("a");
    world.run(Duration.ofSeconds(16));

    assertThat(world.cloud.deleted).hasSizeBetween(4, 5);
  }

  @Test
  void a_claim_that_never_launched_makes_no_call_to_the_cloud() throws Exception {
    world.cloud.refusal =
        java.util.Optional.of(new karpenter.operator.provider.LaunchOutcome.Failed("Quota", "no"));
    world.cluster.put(claim("a").createdAt(START).build());
    world.settle();

    delete("a");
    world.settle();

    assertThat(world.cloud.deleted).isEmpty();
    assertThat(world.cluster.snapshot().claim("a")).isEmpty();
  }

  @Test
  void the_node_of_an_unregistered_claim_is_left_alone() throws Exception {
    world.cluster.put(
        claim("a")
            .createdAt(START)
            .ofNode("n")
            .and(c -> c.setTrue(ClaimFacts.LAUNCHED, START))
            .deletedAt(START)
            .build());
    world.cluster.put(node("n").build());

    world.settle();

    assertThat(world.cluster.snapshot().node("n").orElseThrow().meta().isDeleting()).isFalse();
    assertThat(world.cloud.deleted).containsExactly("test://n");
    assertThat(world.cluster.snapshot().claim("a")).isEmpty();
  }

  @Test
  void a_node_that_was_made_the_claims_goes_even_if_the_claim_does_not_say_so() {
    world.cluster.put(
        claim("a")
            .createdAt(START)
            .ofNode("n")
            .and(c -> c.setTrue(ClaimFacts.LAUNCHED, START))
            .deletedAt(START)
            .build());
    world.cluster.put(node("n").label(Marks.REGISTERED, "true").build());

    world.settle();

    assertThat(world.cluster.snapshot().node("n").orElseThrow().meta().isDeleting()).isTrue();
    assertThat(world.cloud.deleted).isEmpty();
  }

  @Test
  void a_claim_deleted_while_its_machine_is_launched_leaves_nothing_behind() {
    world.cloud.duringLaunch =
        () -> {
          try {
            delete("a");
          } catch (Exception e) {
            throw new AssertionError(e);
          }
        };
    world.cluster.put(claim("a").createdAt(START).build());

    world.run(Duration.ofSeconds(2));

    assertThat(world.cloud.machines).isEmpty();
    assertThat(world.cluster.snapshot().claim("a")).isEmpty();
  }

  @Test
  void a_grace_period_becomes_a_deadline_and_is_told() throws Exception {
    world.cluster.put(registered("a", "n").grace(Duration.ofMinutes(10)).build());
    world.cluster.put(node("n").build());
    world.settle();

    delete("a");
    world.settle();

    var claim = world.cluster.snapshot().claim("a").orElseThrow();
    assertThat(claim.meta().annotation(Marks.TERMINATION_TIMESTAMP))
        .isEqualTo("2026-01-05T10:10:00Z");
    assertThat(world.eventReasons()).contains("TerminationGracePeriodExpiring");
  }

  @Test
  void an_earlier_deadline_is_kept() throws Exception {
    world.cluster.put(
        registered("a", "n")
            .grace(Duration.ofMinutes(10))
            .annotation(Marks.TERMINATION_TIMESTAMP, "2026-01-05T10:00:01Z")
            .build());
    world.cluster.put(node("n").build());

    delete("a");
    world.settle();

    assertThat(
            world
                .cluster
                .snapshot()
                .claim("a")
                .orElseThrow()
                .meta()
                .annotation(Marks.TERMINATION_TIMESTAMP))
        .isEqualTo("2026-01-05T10:00:01Z");
  }

  @Test
  void a_silent_cloud_delays_the_end_and_does_not_skip_it() throws Exception {
    world.cluster.put(registered("a", "n").build());
    world.cloud.isSilent = true;

    delete("a");
    world.run(Duration.ofSeconds(3));
    assertThat(world.cluster.snapshot().claim("a")).isPresent();

    world.cloud.isSilent = false;
    world.run(Duration.ofSeconds(60));
    assertThat(world.cluster.snapshot().claim("a")).isEmpty();
    assertThat(world.cloud.gone).contains("test://n");
  }
}
