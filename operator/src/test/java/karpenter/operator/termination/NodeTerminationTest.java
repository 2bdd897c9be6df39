package karpenter.operator.termination;

import static karpenter.core.testkit.facts.ClaimFixture.claim;
import static karpenter.core.testkit.facts.NodeFixture.node;
import static karpenter.core.testkit.facts.PodFixture.pod;
import static karpenter.operator.testkit.TestWorld.START;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import karpenter.core.facts.AttachmentFacts;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.Condition;
import karpenter.core.lifecycle.Marks;
import karpenter.core.termination.LeavingNode;
import karpenter.core.termination.PodPredicates;
import karpenter.core.testkit.facts.MetaFixture;
import karpenter.core.testkit.facts.NodeFixture;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.metrics.Metric;
import karpenter.operator.state.Kind;
import karpenter.operator.testkit.TestWorld;
import org.junit.jupiter.api.Test;

class NodeTerminationTest {
  private final TestWorld world = new TestWorld(TerminationLoops::loops);

  @Test
  void deleted_node_is_tainted_at_once_and_gone_after_five_seconds() {
    world.cluster.put(claim("c").ofNode("n").deletedAt(START).build());
    world.cluster.put(leaving("n").build());

    world.settle();
    assertThat(theNode().hasTaint(PodPredicates.DISRUPTED)).isTrue();
    assertThat(theNode().meta().label(LeavingNode.NO_LOAD_BALANCERS)).isEqualTo("karpenter");
    assertThat(theClaim().conditions().isUnknown(ClaimFacts.DRAINED)).isTrue();
    assertThat(world.cloud.deleted).isEmpty();

    world.run(seconds(5));
    assertThat(world.cluster.snapshot().node("n")).isEmpty();
    assertThat(world.cloud.deleted).containsExactly("test://n");
    assertThat(theClaim().is(ClaimFacts.DRAINED)).isTrue();
    assertThat(theClaim().is(ClaimFacts.VOLUMES_DETACHED)).isTrue();
    assertThat(theClaim().is(ClaimFacts.INSTANCE_TERMINATING)).isTrue();
    assertThat(world.runtime.failures()).isEmpty();
  }

  @Test
  void figures_tell_of_a_node_that_went() {
    world.cluster.put(claim("c").ofNode("n").deletedAt(START).build());
    world.cluster.put(leaving("n").build());

    world.run(seconds(10));

    assertThat(world.metrics.value(Metric.NODES_DRAINED_TOTAL, "general")).isEqualTo(1);
    assertThat(world.metrics.value(Metric.NODES_TERMINATED_TOTAL, "general", "zone-a"))
        .isEqualTo(1);
    assertThat(world.metrics.value(Metric.NODES_TERMINATION_DURATION_SECONDS, "general"))
        .isEqualTo(1);
    assertThat(world.metrics.value(Metric.NODES_LIFETIME_DURATION_SECONDS, "general")).isEqualTo(1);
  }

  @Test
  void claim_of_a_deleted_node_is_deleted() {
    world.cluster.put(claim("c").ofNode("n").build());
    world.cluster.put(leaving("n").build());

    world.settle();

    assertThat(theClaim().meta().isDeleting()).isTrue();
  }

  @Test
  void node_that_is_not_ours_is_left_alone() {
    world.cluster.put(leaving("unlabelled").unlabelled(NodeFixture.CLASS_LABEL).build());
    world.cluster.put(leaving("unheld").withoutFinalizer().build());
    world.cluster.put(node("stays").build());

    world.run(seconds(60));

    assertThat(world.cluster.snapshot().nodes()).hasSize(3);
    assertThat(world.cluster.snapshot().nodes())
        .noneMatch(node -> node.hasTaint(PodPredicates.DISRUPTED));
  }

  @Test
  void unready_node_whose_machine_is_gone_is_let_go_without_a_drain() {
    world.cloud.gone.add("test://n");
    world.cluster.put(claim("c").ofNode("n").deletedAt(START).build());
    world.cluster.put(pod("p").on("n").build());
    world.cluster.put(leaving("n").notReady(START).build());

    world.run(seconds(20));

    assertThat(world.cluster.snapshot().node("n")).isEmpty();
    assertThat(world.cloud.deleted).isEmpty();
  }

  @Test
  void one_answer_that_a_machine_does_not_exist_lets_no_node_go() {
    world.cloud.gone.add("test://n");
    world.cluster.put(claim("c").ofNode("n").deletedAt(START).build());
    world.cluster.put(pod("p").on("n").build());
    world.kube.heldBack.add("p");
    world.cluster.put(leaving("n").notReady(START).build());

    world.settle();
    world.cloud.gone.clear();
    world.run(seconds(60));

    assertThat(world.cluster.snapshot().node("n")).isPresent();
    assertThat(world.cloud.deleted).isEmpty();
  }

  @Test
  void pods_that_no_watch_has_told_of_are_drained_before_the_machine_ends() {
    world.cluster.put(claim("c").ofNode("n").deletedAt(START).build());
    world.cluster.put(leaving("n").build());
    world.kube.untold.put("n", pod("late").on("n").build());
    world.kube.heldBack.add("late");

    world.run(seconds(60));
    assertThat(world.cloud.deleted).isEmpty();
    assertThat(world.kube.asked).contains("late");

    world.cluster.remove(Kind.PODS, ObjectKey.of("default", "late"));
    world.run(seconds(10));
    assertThat(world.cloud.deleted).containsExactly("test://n");
  }

  @Test
  void ready_node_is_drained_although_its_machine_is_gone() {
    world.cloud.gone.add("test://n");
    world.cluster.put(claim("c").ofNode("n").deletedAt(START).build());
    world.cluster.put(pod("p").on("n").build());
    world.cluster.put(leaving("n").build());

    world.settle();

    assertThat(world.cluster.snapshot().node("n")).isPresent();
    assertThat(world.kube.asked).containsExactly("p");
  }

  @Test
  void node_without_a_claim_goes_when_its_pods_have_gone() {
    world.cluster.put(pod("p").on("n").build());
    world.cluster.put(leaving("n").build());

    world.settle();
    assertThat(world.cluster.snapshot().node("n")).isPresent();
    stops("p");

    world.settle();
    assertThat(world.cluster.snapshot().node("n")).isEmpty();
    assertThat(world.cloud.deleted).isEmpty();
  }

  @Test
  void two_claims_of_one_machine_count_as_none() {
    world.cluster.put(claim("c").ofNode("n").build());
    world.cluster.put(claim("d").ofNode("n").build());
    world.cluster.put(leaving("n").build());

    world.settle();

    assertThat(world.cluster.snapshot().node("n")).isEmpty();
    assertThat(world.cluster.snapshot().claims()).noneMatch(claim -> claim.meta().isDeleting());
  }

  @Test
  void node_says_whom_it_waits_for_and_why_and_since_when() {
    world.cluster.put(claim("c").ofNode("n").deletedAt(START).build());
    world.cluster.put(pod("p").on("n").doNotDisrupt("true").build());
    world.cluster.put(leaving("n").build());
    world.run(seconds(30));

    assertThat(drained().reason()).isEqualTo("Draining");
    assertThat(drained().message())
        .isEqualTo(
            "Waiting for pod default/p, because it carries karpenter.sh/do-not-disrupt, since "
                + START);
    assertThat(world.metrics.value(Metric.DRAIN_BLOCKED_SECONDS, "n", "general", "do-not-disrupt"))
        .isEqualTo(30);
    assertThat(world.decisions)
        .filteredOn(decision -> decision.kind().equals("DrainBlocked"))
        .hasSize(1);
  }

  @Test
  void node_says_no_more_than_that_it_drains_when_its_pods_go_by_themselves() {
    world.cluster.put(claim("c").ofNode("n").deletedAt(START).build());
    world.cluster.put(pod("p").on("n").doNotDisrupt("true").build());
    world.cluster.put(leaving("n").build());
    world.run(seconds(10));

    world.cluster.put(pod("p").on("n").build());
    world.run(seconds(1));

    assertThat(drained().message()).isEqualTo("Draining");
    assertThat(world.metrics.value(Metric.DRAIN_BLOCKED_SECONDS, "n", "general", "do-not-disrupt"))
        .isZero();
  }

  @Test
  void drain_goes_on_the_moment_a_pod_stops() {
    world.cluster.put(claim("c").ofNode("n").deletedAt(START).build());
    world.cluster.put(pod("web").on("n").build());
    world.cluster.put(pod("critical").on("n").priorityClass("system-node-critical").build());
    world.cluster.put(leaving("n").build());
    world.settle();
    assertThat(world.kube.asked).containsExactly("web");

    stops("web");
    world.settle();

    assertThat(world.kube.asked).containsExactly("web", "critical");
  }

  @Test
  void pods_slow_to_stop_keep_the_node() {
    world.cluster.put(claim("c").ofNode("n").deletedAt(START).build());
    world.cluster.put(pod("p").on("n").grace(30).build());
    world.cluster.put(leaving("n").build());

    world.run(seconds(80));
    assertThat(world.cluster.snapshot().node("n")).isPresent();
    assertThat(world.eventReasons()).contains("FailedDraining");

    // A minute past its grace it is stuck, and dies with the machine.
    world.run(seconds(15));
    assertThat(world.cluster.snapshot().node("n")).isEmpty();
  }

  @Test
  void pod_that_slips_in_during_the_drain_is_evicted_too() {
    world.cluster.put(claim("c").ofNode("n").deletedAt(START).build());
    world.cluster.put(leaving("n").build());
    world.run(seconds(4));

    world.cluster.put(pod("late").on("n").build());
    world.run(seconds(3));

    assertThat(world.kube.asked).containsExactly("late");
    assertThat(world.cluster.snapshot().node("n")).isPresent();
  }

  @Test
  void attached_volume_keeps_the_machine() {
    var attachment = new AttachmentFacts(MetaFixture.meta("", "a"), "n", Optional.of("pv-1"));
    world.cluster.put(Kind.VOLUME_ATTACHMENTS, attachment.meta(), attachment);
    world.cluster.put(claim("c").ofNode("n").deletedAt(START).build());
    world.cluster.put(leaving("n").build());

    world.run(seconds(20));
    assertThat(world.cloud.deleted).isEmpty();
    assertThat(theClaim().is(ClaimFacts.DRAINED)).isTrue();
    assertThat(theClaim().conditions().find(ClaimFacts.VOLUMES_DETACHED))
        .get()
        .extracting(Condition::status, Condition::reason)
        .containsExactly(Condition.Status.UNKNOWN, "AwaitingVolumeDetachment");
    assertThat(world.eventReasons()).contains("AwaitingVolumeDetachment");

    world.cluster.remove(Kind.VOLUME_ATTACHMENTS, ObjectKey.cluster("a"));
    world.settle();
    assertThat(world.cluster.snapshot().node("n")).isEmpty();
  }

  @Test
  void deadline_ends_the_wait_for_volumes() {
    var attachment = new AttachmentFacts(MetaFixture.meta("", "a"), "n", Optional.of("pv-1"));
    world.cluster.put(Kind.VOLUME_ATTACHMENTS, attachment.meta(), attachment);
    world.cluster.put(
        claim("c")
            .ofNode("n")
            .annotation(Marks.TERMINATION_TIMESTAMP, START.plusSeconds(30).toString())
            .deletedAt(START)
            .build());
    world.cluster.put(leaving("n").build());

    world.run(seconds(32));

    assertThat(world.cluster.snapshot().node("n")).isEmpty();
    assertThat(theClaim().conditions().find(ClaimFacts.VOLUMES_DETACHED))
        .get()
        .extracting(Condition::status, Condition::reason)
        .containsExactly(Condition.Status.FALSE, "TerminationGracePeriodElapsed");
    assertThat(world.eventReasons()).contains("TerminationGracePeriodExpiring");
  }

  @Test
  void node_stays_until_its_machine_has_ended() {
    world.cloud.endsSlowly = true;
    world.cluster.put(claim("c").ofNode("n").deletedAt(START).build());
    world.cluster.put(leaving("n").build());

    world.run(seconds(20));
    assertThat(world.cluster.snapshot().node("n")).isPresent();
    assertThat(theClaim().is(ClaimFacts.INSTANCE_TERMINATING)).isTrue();

    world.cloud.gone.add("test://n");
    world.run(seconds(5));
    assertThat(world.cluster.snapshot().node("n")).isEmpty();
  }

  @Test
  void silent_cloud_and_changed_objects_only_delay() {
    world.cloud.isSilent = true;
    world.cluster.put(claim("c").ofNode("n").deletedAt(START).build());
    world.cluster.answerStale(3);
    world.cluster.put(leaving("n").build());
    world.run(seconds(20));
    assertThat(world.cluster.snapshot().node("n")).isPresent();

    world.cloud.isSilent = false;
    world.run(seconds(1));

    assertThat(world.cluster.snapshot().node("n")).isEmpty();
    assertThat(world.metrics.value(Metric.NODES_DRAINED_TOTAL, "general")).isEqualTo(1);
  }

  @Test
  void drained_node_writes_nothing_it_has_written() {
    world.cloud.endsSlowly = true;
    world.cluster.put(claim("c").ofNode("n").deletedAt(START).build());
    world.cluster.put(leaving("n").build());
    world.run(seconds(10));
    var version = world.cluster.snapshot().version();

    world.run(seconds(60));

    assertThat(world.cluster.snapshot().version()).isEqualTo(version);
  }

  private void stops(String pod) {
    world.cluster.remove(Kind.PODS, ObjectKey.of("default", pod));
  }

  private karpenter.core.facts.NodeFacts theNode() {
    return world.cluster.snapshot().node("n").orElseThrow();
  }

  private ClaimFacts theClaim() {
    return world.cluster.snapshot().claim("c").orElseThrow();
  }

  private static NodeFixture leaving(String name) {
    return node(name).deletedAt(START);
  }

  private static Duration seconds(long count) {
    return Duration.ofSeconds(count);
  }

  private Condition drained() {
    return theClaim().conditions().find(ClaimFacts.DRAINED).orElseThrow();
  }
}
