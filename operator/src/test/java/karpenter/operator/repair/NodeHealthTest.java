package karpenter.operator.repair;

import static karpenter.core.testkit.facts.ClaimFixture.claim;
import static karpenter.core.testkit.facts.NodeFixture.node;
import static karpenter.operator.testkit.TestWorld.START;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.Condition;
import karpenter.core.lifecycle.Marks;
import karpenter.core.testkit.facts.NodeFixture;
import karpenter.operator.event.EventNote;
import karpenter.operator.metrics.Metric;
import karpenter.operator.provider.RepairPolicy;
import karpenter.operator.testkit.TestPools;
import karpenter.operator.testkit.TestSettings;
import karpenter.operator.testkit.TestWorld;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NodeHealthTest {
  static final Duration TOLERATION = Duration.ofMinutes(10);

  private final TestWorld world =
      new TestWorld(
          context -> {
            ((karpenter.operator.testkit.TestCloud) context.provider())
                .repairPolicies.add(new RepairPolicy("Ready", Condition.Status.FALSE, TOLERATION));
            return RepairLoops.loops(context);
          },
          TestSettings::withAllGates);

  @BeforeEach
  void one_node() {
    world.cluster.put(claim("c").ofNode("n").build());
    world.cluster.put(node("n").build());
  }

  @Test
  void node_is_replaced_when_its_illness_is_tolerated_no_more() {
    world.cluster.put(ill("n").build());

    world.run(TOLERATION.minusSeconds(1));
    assertThat(theClaim().meta().isDeleting()).isFalse();

    world.run(Duration.ofSeconds(1));
    assertThat(theClaim().meta().isDeleting()).isTrue();
    assertThat(theClaim().meta().annotation(Marks.TERMINATION_TIMESTAMP))
        .isEqualTo(START.plus(TOLERATION).toString());
    assertThat(
            world.metrics.value(
                Metric.NODECLAIMS_UNHEALTHY_DISRUPTED_TOTAL, "ready", "general", "spot", "image-1"))
        .isEqualTo(1);
    assertThat(
            world.metrics.value(
                Metric.NODECLAIMS_DISRUPTED_TOTAL, "unhealthy", "general", "spot", "", "graceful"))
        .isEqualTo(1);
  }

  @Test
  void node_that_recovers_in_time_stays() {
    world.cluster.put(ill("n").build());
    world.run(TOLERATION.minusSeconds(1));

    world.cluster.put(node("n").condition("Ready", Condition.Status.TRUE, START).build());
    world.run(Duration.ofHours(1));

    assertThat(theClaim().meta().isDeleting()).isFalse();
  }

  @Test
  void illness_long_past_its_toleration_counts_although_it_is_over_when_we_look() {
    world.cluster.put(node("n").notReady(START.minus(TOLERATION)).build());
    world.cluster.put(node("n").condition("Ready", Condition.Status.TRUE, START).build());

    world.settle();

    assertThat(theClaim().meta().isDeleting()).isTrue();
  }

  @Test
  void illness_is_not_forgotten_over_a_write_that_came_too_late() {
    world.cluster.answerStale(2);
    world.cluster.put(node("n").notReady(START.minus(TOLERATION)).build());
    world.cluster.put(node("n").condition("Ready", Condition.Status.TRUE, START).build());

    world.run(Duration.ofSeconds(1));

    assertThat(theClaim().meta().isDeleting()).isTrue();
  }

  @Test
  void illness_is_not_forgotten_over_a_lost_answer() {
    world.cluster.loseAnswers(1);
    world.cluster.put(node("n").notReady(START.minus(TOLERATION)).build());
    world.cluster.put(node("n").condition("Ready", Condition.Status.TRUE, START).build());

    world.run(Duration.ofSeconds(1));

    assertThat(theClaim().meta().isDeleting()).isTrue();
  }

  @Test
  void successor_of_an_ill_node_is_not_blamed() {
    world.cluster.put(node("n").notReady(START.minus(TOLERATION)).build());
    world.cluster.remove(
        karpenter.operator.state.Kind.NODES, karpenter.operator.kube.ObjectKey.cluster("n"));
    world.cluster.put(node("n").build());

    world.settle();

    assertThat(theClaim().meta().isDeleting()).isFalse();
  }

  @Test
  void earlier_deadline_is_kept() {
    world.cluster.put(
        claim("c")
            .ofNode("n")
            .annotation(Marks.TERMINATION_TIMESTAMP, "2026-01-05T09:00:00Z")
            .build());
    world.cluster.put(node("n").notReady(START.minus(TOLERATION)).build());

    world.settle();

    assertThat(theClaim().meta().annotation(Marks.TERMINATION_TIMESTAMP))
        .isEqualTo("2026-01-05T09:00:00Z");
    assertThat(theClaim().meta().isDeleting()).isTrue();
  }

  @Test
  void many_ill_nodes_of_a_pool_are_left_alone_and_everybody_is_told() {
    world.cluster.put(TestPools.plain("general"));
    world.cluster.put(ill("other").build());
    world.cluster.put(node("n").notReady(START.minus(TOLERATION)).build());

    world.settle();

    assertThat(theClaim().meta().isDeleting()).isFalse();
    assertThat(world.events)
        .filteredOn(note -> note.reason().equals("NodeRepairBlocked"))
        .extracting(EventNote::about)
        .extracting(EventNote.About::kind)
        .containsExactly("Node", "NodeClaim", "NodePool");
  }

  @Test
  void repair_is_tried_again_after_an_outbreak() {
    world.cluster.put(ill("other").build());
    world.cluster.put(node("n").notReady(START.minus(TOLERATION)).build());
    world.settle();

    world.cluster.put(node("other").build());
    world.run(Duration.ofMinutes(5));

    assertThat(theClaim().meta().isDeleting()).isTrue();
  }

  @Test
  void ill_nodes_of_other_pools_do_not_count() {
    world.cluster.put(ill("other").of("special").build());
    world.cluster.put(node("n").notReady(START.minus(TOLERATION)).build());

    world.settle();

    assertThat(theClaim().meta().isDeleting()).isTrue();
  }

  @Test
  void standalone_claim_is_judged_among_all_nodes() {
    world.cluster.put(claim("c").ofNode("n").standalone().build());
    world.cluster.put(ill("other").of("special").build());
    world.cluster.put(node("n").notReady(START.minus(TOLERATION)).build());

    world.settle();

    assertThat(theClaim().meta().isDeleting()).isFalse();
  }

  @Test
  void node_with_two_claims_is_left_alone() {
    world.cluster.put(claim("d").ofNode("n").build());
    world.cluster.put(node("n").notReady(START.minus(TOLERATION)).build());

    world.settle();

    assertThat(world.cluster.snapshot().claims()).noneMatch(claim -> claim.meta().isDeleting());
  }

  @Test
  void switched_off_it_does_nothing() {
    assertThat(RepairLoops.loops(new TestWorld(_ -> java.util.List.of()).context())).isEmpty();
  }

  private static NodeFixture ill(String name) {
    return node(name).notReady(START);
  }

  private ClaimFacts theClaim() {
    return world.cluster.snapshot().claim("c").orElseThrow();
  }
}
