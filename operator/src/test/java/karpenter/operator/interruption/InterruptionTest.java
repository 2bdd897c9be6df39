package karpenter.operator.interruption;

import static karpenter.core.testkit.facts.ClaimFixture.claim;
import static karpenter.core.testkit.facts.NodeFixture.node;
import static karpenter.operator.testkit.TestWorld.START;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import karpenter.core.disruption.control.ControlKeys;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.lifecycle.Marks;
import karpenter.operator.event.EventNote;
import karpenter.operator.metrics.Metric;
import karpenter.operator.provider.Notice;
import karpenter.operator.provider.Notice.Response;
import karpenter.operator.state.PoolState;
import karpenter.operator.testkit.TestPools;
import karpenter.operator.testkit.TestWorld;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class InterruptionTest {
  private static final Duration A_WHILE = Duration.ofSeconds(5);

  private final TestWorld world = new TestWorld(InterruptionLoops::loops);

  @BeforeEach
  void one_node() {
    world.cluster.put(claim("c").ofNode("n").build());
    world.cluster.put(node("n").build());
  }

  @Test
  void machine_that_will_go_is_replaced() {
    warn("SpotInterrupted", Response.REPLACE);

    world.run(A_WHILE);

    assertThat(theClaim().meta().isDeleting()).isTrue();
    assertThat(theClaim().meta().annotations()).doesNotContainKey(Marks.TERMINATION_TIMESTAMP);
    assertThat(world.cloud.notices).isEmpty();
    assertThat(
            world.metrics.value(
                Metric.NODECLAIMS_DISRUPTED_TOTAL,
                "spot_interrupted",
                "general",
                "spot",
                "",
                "graceful"))
        .isEqualTo(1);
  }

  @Test
  void claim_and_node_both_say_so() {
    warn("SpotInterrupted", Response.REPLACE);

    world.run(A_WHILE);

    assertThat(world.events)
        .extracting(note -> note.about().kind() + " " + note.type().text() + " " + note.reason())
        .containsExactly(
            "NodeClaim Warning SpotInterrupted",
            "Node Warning SpotInterrupted",
            "NodeClaim Warning TerminatingOnInterruption",
            "Node Warning TerminatingOnInterruption");
  }

  @Test
  void lost_spot_node_is_counted_where_a_breaker_counts() {
    world.cluster.put(breaking(TestPools.plain("general")));
    warn("SpotInterrupted", Response.REPLACE);

    world.run(A_WHILE);

    assertThat(interruptions()).isEqualTo(START + "=1");
    assertThat(theClaim().meta().isDeleting()).isTrue();
  }

  @Test
  void nothing_is_counted_where_nothing_counts() {
    world.cluster.put(TestPools.plain("general"));
    warn("SpotInterrupted", Response.REPLACE);

    world.run(A_WHILE);

    assertThat(interruptions()).isEmpty();
  }

  @Test
  void recommendation_is_not_counted() {
    world.cluster.put(breaking(TestPools.plain("general")));
    warn("SpotRebalanceRecommendation", Response.TELL);

    world.run(A_WHILE);

    assertThat(interruptions()).isEmpty();
  }

  private static PoolState breaking(PoolState pool) {
    var meta =
        pool.facts()
            .meta()
            .withAnnotation(
                ControlKeys.SPOT_BREAKER, "interruptions=3; within=1m; on-demand=1h; return=1h");
    return new PoolState(pool.facts().withMeta(meta), pool.source());
  }

  private String interruptions() {
    return world
        .cluster
        .snapshot()
        .pool("general")
        .orElseThrow()
        .facts()
        .meta()
        .annotation(ControlKeys.INTERRUPTIONS);
  }

  @Test
  void recommendation_is_only_told() {
    warn("SpotRebalanceRecommendation", Response.TELL);

    world.run(A_WHILE);

    assertThat(theClaim().meta().isDeleting()).isFalse();
    assertThat(world.events).extracting(EventNote::type).containsOnly(EventNote.Type.NORMAL);
    assertThat(world.cloud.notices).isEmpty();
  }

  @Test
  void broken_machine_is_replaced_without_waiting_for_its_drain() {
    warn("InstanceUnhealthy", Response.REPLACE_AT_ONCE);

    world.run(A_WHILE);

    assertThat(theClaim().meta().annotation(Marks.TERMINATION_TIMESTAMP))
        .isEqualTo(START.toString());
    assertThat(theClaim().meta().isDeleting()).isTrue();
  }

  @Test
  void drain_that_has_begun_is_hurried_up() {
    world.cluster.put(claim("c").ofNode("n").deletedAt(START).build());
    warn("InstanceUnhealthy", Response.REPLACE_AT_ONCE);

    world.run(A_WHILE);

    assertThat(theClaim().meta().annotation(Marks.TERMINATION_TIMESTAMP))
        .isEqualTo(START.toString());
  }

  @Test
  void machine_nobody_knows_is_acknowledged() {
    world.cloud.notices.add(notice("1", "test://other", "SpotInterrupted", Response.REPLACE));

    world.run(A_WHILE);

    assertThat(world.cloud.notices).isEmpty();
    assertThat(world.events).isEmpty();
  }

  @Test
  void notice_is_kept_until_it_was_acted_on() {
    world.cluster.answerStale(1);
    warn("SpotInterrupted", Response.REPLACE);

    world.settle();
    assertThat(world.cloud.notices).hasSize(1);

    world.run(A_WHILE);
    assertThat(world.cloud.notices).isEmpty();
    assertThat(theClaim().meta().isDeleting()).isTrue();
  }

  @Test
  void notice_told_twice_counts_once() {
    world.cluster.loseAnswers(1);
    warn("SpotInterrupted", Response.REPLACE);
    world.cloud.notices.add(notice("2", "test://n", "SpotInterrupted", Response.REPLACE));

    world.run(A_WHILE);

    assertThat(world.cloud.notices).isEmpty();
    assertThat(world.eventReasons()).doesNotContain("TerminatingOnInterruption");
    assertThat(theClaim().meta().isDeleting()).isTrue();
  }

  @Test
  void silent_cloud_is_asked_again() {
    world.cloud.isSilent = true;
    warn("SpotInterrupted", Response.REPLACE);
    world.run(A_WHILE);
    assertThat(theClaim().meta().isDeleting()).isFalse();

    world.cloud.isSilent = false;
    world.run(A_WHILE);

    assertThat(theClaim().meta().isDeleting()).isTrue();
  }

  private void warn(String kind, Response response) {
    world.cloud.notices.add(notice("1", "test://n", kind, response));
  }

  private static Notice notice(String id, String machine, String kind, Response response) {
    return new Notice(id, machine, kind, "the cloud says so", START, response);
  }

  private ClaimFacts theClaim() {
    return world.cluster.snapshot().claim("c").orElseThrow();
  }
}
