package karpenter.operator.disruption;

import static karpenter.core.testkit.facts.ClaimFixture.claim;
import static karpenter.core.testkit.facts.NodeFixture.node;
import static karpenter.core.testkit.facts.PodFixture.pod;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import karpenter.core.cluster.StateNode;
import karpenter.core.disruption.Candidate;
import karpenter.core.disruption.Command;
import karpenter.core.disruption.Method;
import karpenter.core.disruption.command.DisruptionMark;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.CommandRecord;
import karpenter.core.facts.Condition;
import karpenter.core.facts.NodeFacts;
import karpenter.core.facts.PodFacts;
import karpenter.core.pod.Pod;
import karpenter.core.pod.Taint;
import karpenter.core.requirement.Requirements;
import karpenter.core.requirement.ValueSet;
import karpenter.core.resource.Resources;
import karpenter.core.scheduling.Placement;
import karpenter.core.scheduling.Placement.NewNode;
import karpenter.core.scheduling.Placement.NodeUse;
import karpenter.core.scheduling.Placement.TypeChoice;
import karpenter.core.termination.PodPredicates;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.metrics.Metric;
import karpenter.operator.overlay.TypeSource;
import karpenter.operator.provider.TypesAnswer;
import karpenter.operator.runtime.LoopPlan;
import karpenter.operator.state.Kind;
import karpenter.operator.testkit.TestPools;
import karpenter.operator.testkit.TestWorld;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CommandQueueTest {
  private final List<CommandQueue> queues = new ArrayList<>();
  private final TestWorld world =
      new TestWorld(
          context -> {
            var queue = new CommandQueue(context, new TypeSource(context.provider()));
            queues.add(queue);
            return List.<LoopPlan<?>>of(DisruptionLoops.commands(context, queue));
          });

  @BeforeEach
  void clusterOfThree() {
    world.cloud.types = new TypesAnswer.Types(List.of(), 1);
    world.cluster.put(TestPools.plain("general"));
    for (var name : List.of("a", "b", "c")) {
      world.cluster.put(claim(name).ofNode("node-" + name).build());
      world.cluster.put(node("node-" + name).build());
    }
    world.cluster.put(pod("web").on("node-a").build());
  }

  // How a command begins.

  @Test
  void nodes_are_marked_and_recorded_before_anything_replaces_them() throws Exception {
    assertThat(queue().start(replace("a"))).isEmpty();

    assertMarked("a", "Underutilized");
    var record = CommandRecord.of(theClaim("a").meta()).orElseThrow();
    assertThat(record.method()).isEqualTo("SINGLE_NODE");
    assertThat(record.candidates()).containsExactly("a");
    var replacement = replacement();
    assertThat(record.replacements()).containsExactly(replacement.name());
    assertThat(CommandRecord.of(replacement.meta())).contains(record);
    assertThat(world.cluster.snapshot().notes().markedForDeletion()).containsExactly("a");
    assertThat(queue().busy(world.cluster.snapshot())).containsExactly("a", replacement.name());
  }

  @Test
  void figures_and_events_tell_of_a_command_that_began() throws Exception {
    queue().start(replace("a"));

    assertThat(
            world.metrics.value(
                Metric.VOLUNTARY_DISRUPTION_DECISIONS_TOTAL, "replace", "underutilized", "single"))
        .isEqualTo(1);
    assertThat(
            world.metrics.value(
                Metric.VOLUNTARY_DISRUPTION_DECISIONS_BY_NODEPOOL_TOTAL,
                "general",
                "replace",
                "underutilized",
                "single"))
        .isEqualTo(1);
    assertThat(
            world.metrics.value(
                Metric.NODECLAIMS_CREATED_TOTAL, "underutilized", "general", "false"))
        .isEqualTo(1);
    assertThat(world.eventReasons()).containsExactly("Nominated");
    assertThat(world.cluster.snapshot().notes().promised())
        .containsEntry(thePod().uid(), replacement().name());
  }

  @Test
  void nodes_that_pods_will_move_to_are_nominated() throws Exception {
    var simulation =
        new Placement(
            List.of(),
            List.of(new NodeUse("node-b", List.of(podOf(thePod())))),
            List.of(),
            List.of());
    queue()
        .start(
            new Command(
                "", Method.SINGLE_NODE, candidates("a"), List.of(), Optional.of(simulation), 1));

    assertThat(world.cluster.snapshot().notes().isNominated("b", world.clock.instant())).isTrue();
    assertThat(world.eventReasons()).contains("Nominated");
  }

  @Test
  void a_node_is_never_in_two_commands() throws Exception {
    queue().start(replace("a"));

    assertThat(queue().start(delete("b", "a"))).isPresent();
    assertUnmarked("b");
  }

  @Test
  void a_node_whose_marking_was_not_answered_is_taken_until_that_is_undone() throws Exception {
    var before = world.cluster.snapshot();
    world.cluster.loseAnswers(1);

    assertThat(queue().start(delete("a"))).isPresent();

    // As one sees it whom the watch has not told yet.
    assertThat(queue().busy(before)).containsExactly("a");
    world.run(Duration.ofSeconds(30));
    assertUnmarked("a");
    assertThat(queue().busy(world.cluster.snapshot())).isEmpty();
  }

  @Test
  void a_node_that_goes_by_itself_is_not_disrupted() throws Exception {
    var command = delete("a");
    world.cluster.put(claim("a").ofNode("node-a").deletedAt(world.clock.instant()).build());

    assertThat(queue().start(command)).isPresent();
  }

  @Test
  void others_who_write_to_the_node_meanwhile_do_not_matter() throws Exception {
    world.cluster.answerStale(4);

    assertThat(queue().start(replace("a"))).isEmpty();
    assertMarked("a", "Underutilized");
  }

  @Test
  void a_deletion_goes_on_with_those_that_could_be_marked() throws Exception {
    var command = delete("a", "b");
    world.cluster.remove(Kind.NODES, ObjectKey.cluster("node-b"));

    var start = queue().start(command);
    world.run(Duration.ofSeconds(2));

    assertThat(start).isEmpty();
    assertThat(theClaim("a").meta().isDeleting()).isTrue();
    assertThat(theClaim("b").meta().isDeleting()).isFalse();
    assertUnmarked("b");
    assertThat(queue().size()).isZero();
  }

  @Test
  void a_replacement_does_not_begin_when_one_node_cannot_be_marked() throws Exception {
    var command = replace("a", "b");
    world.cluster.remove(Kind.NODES, ObjectKey.cluster("node-b"));

    assertThat(queue().start(command)).isPresent();
    world.run(Duration.ofSeconds(2));

    assertUnmarked("a");
    assertUnmarked("b");
    assertThat(world.cluster.snapshot().claims()).hasSize(3);
    assertThat(queue().size()).isZero();
  }

  @Test
  void nothing_is_disrupted_when_the_pool_may_not_hold_the_replacement() throws Exception {
    world.cluster.put(TestPools.of("general", spec -> spec.putObject("limits").put("nodes", "2")));

    assertThat(queue().start(replace("a"))).isPresent();
    world.run(Duration.ofSeconds(2));

    assertUnmarked("a");
    assertThat(world.cluster.snapshot().claims()).hasSize(3);
    assertThat(failures("replace")).isZero();
  }

  @Test
  void the_room_of_the_nodes_that_go_is_free_for_what_comes() throws Exception {
    world.cluster.put(TestPools.of("general", spec -> spec.putObject("limits").put("nodes", "3")));

    assertThat(queue().start(replace("a"))).isEmpty();
  }

  // How it ends.

  @Test
  void nodes_go_when_their_replacement_is_initialized_and_not_before() throws Exception {
    queue().start(replace("a"));
    world.run(Duration.ofMinutes(9));
    assertThat(theClaim("a").meta().isDeleting()).isFalse();
    assertThat(world.eventReasons()).contains("DisruptionLaunching", "DisruptionWaitingReadiness");

    initialize(replacement());
    world.settle();

    assertThat(theClaim("a").meta().isDeleting()).isTrue();
    assertThat(theNode("a").hasTaint(PodPredicates.DISRUPTED)).isTrue();
    assertThat(world.eventReasons()).contains("DisruptionTerminating");
    assertThat(
            world.metrics.value(
                Metric.NODECLAIMS_DISRUPTED_TOTAL,
                "underutilized",
                "general",
                "spot",
                "when_empty_or_underutilized",
                "graceful"))
        .isEqualTo(1);
    assertThat(
            world.metrics.value(
                Metric.PODS_DISRUPTION_INITIATED_TOTAL,
                "underutilized",
                "general",
                "spot",
                "when_empty_or_underutilized",
                "graceful"))
        .isEqualTo(1);
    assertThat(queue().size()).isZero();
    assertThat(queue().busy(world.cluster.snapshot()))
        .as("the replacement is ordinary capacity")
        .containsExactly("a");
  }

  @Test
  void the_replacement_is_held_for_the_pods_that_come() throws Exception {
    queue().start(replace("a"));
    var replacement = replacement();

    initialize(replacement);
    world.settle();

    assertThat(
            world.cluster.snapshot().notes().isNominated(replacement.name(), world.clock.instant()))
        .isTrue();
  }

  @Test
  void a_replacement_that_never_comes_up_is_given_up_after_ten_minutes() throws Exception {
    queue().start(replace("a"));

    world.run(Duration.ofMinutes(10).plusSeconds(2));

    assertUnmarked("a");
    assertThat(world.cluster.snapshot().notes().markedForDeletion()).isEmpty();
    assertThat(failures("replace")).isEqualTo(1);
    assertThat(world.cluster.snapshot().claims()).as("what came stays").hasSize(4);
    assertThat(queue().busy(world.cluster.snapshot())).isEmpty();
    assertThat(queue().size()).isZero();
  }

  @Test
  void a_replacement_that_is_gone_ends_the_command_at_once() throws Exception {
    queue().start(replace("a"));
    world.settle();

    world.cluster.remove(Kind.NODE_CLAIMS, ObjectKey.cluster(replacement().name()));
    world.settle();

    assertUnmarked("a");
    assertThat(failures("replace")).isEqualTo(1);
    assertThat(queue().size()).isZero();
  }

  @Test
  void the_first_node_may_go_by_itself_and_the_others_are_not_forgotten() throws Exception {
    queue().start(replace("a", "b"));
    world.settle();

    world.cluster.remove(Kind.NODE_CLAIMS, ObjectKey.cluster("a"));
    initialize(replacement());
    world.settle();

    assertThat(theClaim("b").meta().isDeleting()).isTrue();
    assertThat(queue().size()).isZero();
  }

  @Test
  void a_node_that_is_being_deleted_keeps_its_taint_when_the_command_fails() throws Exception {
    queue().start(replace("a"));
    world.settle();
    world.cluster.put(
        DisruptionMark.tainted(node("node-a").deletedAt(world.clock.instant()).build()));
    world.cluster.remove(Kind.NODE_CLAIMS, ObjectKey.cluster(replacement().name()));

    world.settle();

    assertThat(theNode("a").hasTaint(PodPredicates.DISRUPTED)).isTrue();
    assertThat(queue().size()).isZero();
  }

  @Test
  void a_rollback_whose_answers_are_lost_is_done_again() throws Exception {
    queue().start(replace("a"));
    world.settle();
    world.cluster.loseAnswers(3);
    world.cluster.remove(Kind.NODE_CLAIMS, ObjectKey.cluster(replacement().name()));

    world.run(Duration.ofSeconds(30));

    assertUnmarked("a");
    assertThat(failures("replace")).isEqualTo(1);
    assertThat(queue().size()).isZero();
  }

  @Test
  void a_deletion_whose_answer_is_lost_is_done_again() throws Exception {
    queue().start(delete("a", "b"));
    world.cluster.loseAnswers(1);

    world.run(Duration.ofSeconds(30));

    assertThat(theClaim("a").meta().isDeleting()).isTrue();
    assertThat(theClaim("b").meta().isDeleting()).isTrue();
    assertThat(queue().size()).isZero();
  }

  @Test
  void a_replacement_whose_creation_was_not_answered_is_found() throws Exception {
    var command = replace("a");
    // Three writes mark the node; the fourth creates the claim.
    loseAnswerAfter(3);

    assertThat(queue().start(command)).isEmpty();
    assertThat(world.cluster.snapshot().notes().markedForDeletion()).isEmpty();
    world.settle();

    assertThat(world.cluster.snapshot().notes().markedForDeletion()).containsExactly("a");
    initialize(replacement());
    world.settle();
    assertThat(theClaim("a").meta().isDeleting()).isTrue();
  }

  // After a restart.

  @Test
  void a_new_leader_goes_on_where_the_old_one_stopped() throws Exception {
    queue().start(replace("a"));
    var next = restarted();

    next.world.settle();
    assertThat(next.world.cluster.snapshot().notes().markedForDeletion()).containsExactly("a");
    initialize(next.world, replacement());
    next.world.settle();

    assertThat(next.world.cluster.snapshot().claim("a").orElseThrow().meta().isDeleting()).isTrue();
    assertThat(next.queue.size()).isZero();
  }

  @Test
  void a_new_leader_keeps_to_the_old_one_s_time() throws Exception {
    queue().start(replace("a"));
    world.run(Duration.ofMinutes(6));
    var next = restarted();

    next.world.run(Duration.ofMinutes(4).plusSeconds(2));

    assertUnmarked(next.world, "a");
    assertThat(next.queue.size()).isZero();
  }

  @Test
  void a_new_leader_rolls_back_what_was_not_fully_marked() throws Exception {
    queue().start(delete("a", "b"));
    // As if it had been interrupted before the second node had its taint.
    world.cluster.change("node-b", DisruptionMark::untainted);
    var next = restarted();

    next.world.settle();

    assertUnmarked(next.world, "a");
    assertUnmarked(next.world, "b");
    assertThat(next.world.cluster.snapshot().claims())
        .noneMatch(claim -> claim.meta().isDeleting());
  }

  @Test
  void a_new_leader_rolls_back_what_nothing_was_created_for() throws Exception {
    queue().start(replace("a"));
    world.cluster.remove(Kind.NODE_CLAIMS, ObjectKey.cluster(replacement().name()));
    var next = restarted();

    next.world.settle();

    assertUnmarked(next.world, "a");
    assertThat(next.queue.size()).isZero();
  }

  @Test
  void a_new_leader_frees_a_replacement_whose_command_had_succeeded() throws Exception {
    queue().start(replace("a"));
    world.cluster.remove(Kind.NODE_CLAIMS, ObjectKey.cluster("a"));
    var next = restarted();

    next.world.settle();

    assertThat(next.queue.busy(next.world.cluster.snapshot())).isEmpty();
  }

  // Marks that belong to nothing.

  @Test
  void marks_that_another_controller_left_are_removed() throws Exception {
    world.cluster.change("node-a", DisruptionMark::tainted);
    world.cluster.put(DisruptionMark.reasoned(theClaim("a"), "Drifted", world.clock.instant()));

    queue().tidy();

    assertUnmarked("a");
    assertThat(world.decisions).extracting(d -> d.kind()).containsExactly("MarksRemoved");
  }

  @Test
  void marks_of_a_command_under_way_stay() throws Exception {
    queue().start(replace("a"));

    queue().tidy();

    assertMarked("a", "Underutilized");
  }

  @Test
  void marks_of_a_command_begun_before_us_stay_too() throws Exception {
    queue().start(replace("a"));
    var next = restarted();

    next.queue.tidy();

    assertMarked(next.world, "a", "Underutilized");
  }

  @Test
  void a_record_that_nobody_can_read_is_removed_with_its_marks() throws Exception {
    queue().start(replace("a"));
    var claim = theClaim("a");
    world.cluster.put(
        claim.withMeta(claim.meta().withAnnotation(CommandRecord.METHOD, "WISHFUL_THINKING")));
    var next = restarted();

    next.world.settle();
    next.queue.tidy();

    assertUnmarked(next.world, "a");
  }

  @Test
  void a_node_that_is_going_keeps_its_taint() throws Exception {
    world.cluster.put(claim("a").ofNode("node-a").deletedAt(TestWorld.START).build());
    world.cluster.change("node-a", DisruptionMark::tainted);

    queue().tidy();

    assertThat(theNode("a").hasTaint(PodPredicates.DISRUPTED)).isTrue();
  }

  @Test
  void cordons_and_taints_of_others_are_left_alone() throws Exception {
    world.cluster.put(node("node-a").taint("team", "blue", Taint.Effect.NO_SCHEDULE).build());
    queue().start(replace("a"));
    world.cluster.remove(Kind.NODE_CLAIMS, ObjectKey.cluster(replacement().name()));

    world.settle();

    assertThat(theNode("a").taints()).hasSize(1);
  }

  // Static pools.

  @Test
  void drifted_node_of_a_static_pool_is_replaced_from_the_template_within_the_limit()
      throws Exception {
    world.cluster.put(TestPools.ofReplicas("general", 3, 4));

    assertThat(queue().start(staticDrift("a"))).isEmpty();
    assertThat(queue().start(staticDrift("b"))).isPresent();
    world.run(Duration.ofSeconds(2));

    assertThat(world.cluster.snapshot().claims()).hasSize(4);
    assertMarked("a", "Drifted");
    assertUnmarked("b");
  }

  @Test
  void room_of_a_static_pool_is_free_again_after_a_command_that_could_not_begin() throws Exception {
    world.cluster.put(TestPools.ofReplicas("general", 3, 4));
    var vain = staticDrift("a");
    world.cluster.remove(Kind.NODES, ObjectKey.cluster("node-a"));

    assertThat(queue().start(vain)).isPresent();
    world.run(Duration.ofSeconds(2));

    assertThat(queue().start(staticDrift("b"))).isEmpty();
  }

  // Fixtures.

  private record Next(TestWorld world, CommandQueue queue) {}

  /// Another process that sees the same cluster, and remembers nothing.
  private Next restarted() {
    var found = new ArrayList<CommandQueue>();
    var next =
        new TestWorld(
            context -> {
              var queue = new CommandQueue(context, new TypeSource(context.provider()));
              found.add(queue);
              return List.<LoopPlan<?>>of(DisruptionLoops.commands(context, queue));
            });
    next.cloud.types = world.cloud.types;
    next.clock.set(world.clock.instant());
    var seen = world.cluster.snapshot();
    seen.pools().forEach(next.cluster::put);
    seen.nodes().forEach(next.cluster::put);
    seen.all(Kind.PODS).forEach(next.cluster::put);
    seen.claims().forEach(next.cluster::put);
    return new Next(next, found.getFirst());
  }

  private CommandQueue queue() {
    return queues.getFirst();
  }

  private ClaimFacts theClaim(String name) {
    return world.cluster.snapshot().claim(name).orElseThrow();
  }

  private NodeFacts theNode(String claim) {
    return world.cluster.snapshot().node("node-" + claim).orElseThrow();
  }

  private PodFacts thePod() {
    return world.cluster.snapshot().all(Kind.PODS).getFirst();
  }

  private ClaimFacts replacement() {
    return world.cluster.snapshot().claims().stream()
        .filter(claim -> claim.name().startsWith("general-"))
        .findFirst()
        .orElseThrow();
  }

  private void initialize(ClaimFacts claim) {
    initialize(world, claim);
  }

  private static void initialize(TestWorld in, ClaimFacts claim) {
    in.cluster.put(claim.setTrue(ClaimFacts.INITIALIZED, in.clock.instant()));
  }

  private void loseAnswerAfter(int writes) {
    world.cluster.loseAnswerAfter(writes);
  }

  private double failures(String decision) {
    return world.metrics.value(
        Metric.VOLUNTARY_DISRUPTION_QUEUE_FAILURES_TOTAL, decision, "underutilized", "single");
  }

  private void assertMarked(String claim, String reason) {
    assertMarked(world, claim, reason);
  }

  private static void assertMarked(TestWorld in, String claim, String reason) {
    var snapshot = in.cluster.snapshot();
    assertThat(snapshot.node("node-" + claim).orElseThrow().hasTaint(PodPredicates.DISRUPTED))
        .isTrue();
    assertThat(snapshot.claim(claim).orElseThrow().conditions().find(ClaimFacts.DISRUPTION_REASON))
        .hasValueSatisfying(
            condition -> {
              assertThat(condition.status()).isEqualTo(Condition.Status.TRUE);
              assertThat(condition.reason()).isEqualTo(reason);
            });
  }

  private void assertUnmarked(String claim) {
    assertUnmarked(world, claim);
  }

  private static void assertUnmarked(TestWorld in, String name) {
    var snapshot = in.cluster.snapshot();
    snapshot
        .node("node-" + name)
        .ifPresent(node -> assertThat(DisruptionMark.isOn(node)).as("taint of " + name).isFalse());
    var claim = snapshot.claim(name).orElseThrow();
    assertThat(DisruptionMark.isOn(claim)).as("condition of " + name).isFalse();
    assertThat(CommandRecord.isOn(claim.meta())).as("record of " + name).isFalse();
  }

  private Command delete(String... claims) {
    return new Command("", Method.SINGLE_NODE, candidates(claims), List.of(), Optional.empty(), 1);
  }

  private Command replace(String... claims) {
    var node =
        new NewNode(
            "general",
            Requirements.of("karpenter.sh/capacity-type", ValueSet.in("spot")),
            List.of(new TypeChoice("large", 1)),
            List.of(podOf(thePod())),
            Resources.none(),
            1,
            false);
    return new Command(
        "", Method.SINGLE_NODE, candidates(claims), List.of(node), Optional.empty(), 1);
  }

  private Command staticDrift(String claim) {
    var node =
        new NewNode(
            "general", Requirements.none(), List.of(), List.of(), Resources.none(), 0, false);
    return new Command(
        "", Method.STATIC_DRIFT, candidates(claim), List.of(node), Optional.empty(), 0);
  }

  private List<Candidate> candidates(String... claims) {
    return List.of(claims).stream().map(this::candidate).toList();
  }

  private Candidate candidate(String name) {
    var pods = world.cluster.snapshot().podsOn("node-" + name);
    return new Candidate(
        StateNode.of(theNode(name), theClaim(name)),
        world.cluster.snapshot().pool("general").orElseThrow().facts(),
        Optional.empty(),
        "zone-a",
        "spot",
        pods,
        pods,
        1,
        0,
        1);
  }

  private static Pod podOf(PodFacts pod) {
    return new Pod(pod.uid(), pod.name(), pod.created(), pod.spec());
  }
}
