package karpenter.operator.lifecycle;

import static karpenter.core.testkit.facts.ClaimFixture.claim;
import static karpenter.core.testkit.facts.NodeFixture.node;
import static karpenter.operator.testkit.TestWorld.START;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.Condition;
import karpenter.core.facts.NodeFacts;
import karpenter.core.lifecycle.Marks;
import karpenter.core.pod.Taint;
import karpenter.core.resource.Resources;
import karpenter.core.testkit.facts.ClaimFixture;
import karpenter.core.testkit.facts.NodeFixture;
import karpenter.operator.Unreachable;
import karpenter.operator.kube.Deletion;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;
import karpenter.operator.metrics.Metric;
import karpenter.operator.provider.LaunchOutcome;
import karpenter.operator.provider.RegistrationHook;
import karpenter.operator.state.Kind;
import karpenter.operator.testkit.TestWorld;
import org.junit.jupiter.api.Test;

/// A claim from its creation to an initialized node.
class LifecycleTest {
  private final TestWorld world = new TestWorld(LifecycleLoops::loops);

  private static ClaimFixture fresh(String name) {
    return claim(name)
        .withoutFinalizer()
        .createdAt(START)
        .label(NodeFixture.CLASS_LABEL, "default");
  }

  /// The Node a machine comes with: guarded, and nobody's.
  private static NodeFixture arrived(String name, String machine) {
    return node(name)
        .ofMachine(machine)
        .withoutFinalizer()
        .unlabelled("karpenter.sh/nodepool")
        .taint(Marks.UNREGISTERED.key(), "", Taint.Effect.NO_EXECUTE);
  }

  private ClaimFacts claimNow(String name) {
    return world.cluster.snapshot().claim(name).orElseThrow();
  }

  private NodeFacts nodeNow(String name) {
    return world.cluster.snapshot().node(name).orElseThrow();
  }

  private String reason(String claim, String condition) {
    return claimNow(claim).conditions().find(condition).map(Condition::reason).orElse("");
  }

  private boolean isDeleted(String claim) {
    return world.cluster.snapshot().claim(claim).map(c -> c.meta().isDeleting()).orElse(true);
  }

  private void delete(String claim) throws Exception {
    world.cluster.delete(Resource.NODE_CLAIMS, ObjectKey.cluster(claim), Deletion.PLAIN);
  }

  @Test
  void the_finalizer_is_stored_before_the_cloud_is_asked() {
    var finalizers = new ArrayList<List<String>>();
    world.cloud.duringLaunch = () -> finalizers.add(claimNow("a").meta().finalizers());
    world.cluster.put(fresh("a").build());

    world.settle();

    assertThat(finalizers).containsExactly(List.of(Marks.FINALIZER));
  }

  @Test
  void a_finalizer_that_could_not_be_stored_keeps_the_cloud_from_being_asked() {
    world.cluster.answerStale(1);
    world.cluster.put(fresh("a").build());

    world.settle();
    assertThat(world.cloud.asked).isEmpty();

    world.run(Duration.ofSeconds(1));
    assertThat(world.cloud.asked).containsExactly("a");
  }

  @Test
  void a_launched_claim_knows_its_machine() {
    world.cluster.put(fresh("a").label("team", "users").build());

    world.settle();

    var claim = claimNow("a");
    assertThat(claim.is(ClaimFacts.LAUNCHED)).isTrue();
    assertThat(claim.providerId()).contains("test://a");
    assertThat(claim.meta().label(Marks.INSTANCE_TYPE)).isEqualTo("large");
    assertThat(claim.meta().label("team")).isEqualTo("users");
    assertThat(reason("a", ClaimFacts.REGISTERED)).isEqualTo("NodeNotFound");
    assertThat(world.decisions).extracting(d -> d.kind()).contains("ClaimLaunched");
  }

  @Test
  void a_node_that_arrives_is_registered_and_initialized() {
    world.cluster.put(fresh("a").build());
    world.settle();

    world.cluster.put(arrived("n", "test://a").build());
    world.settle();

    var claim = claimNow("a");
    assertThat(claim.is("Ready")).isTrue();
    assertThat(claim.nodeName()).contains("n");
    var node = nodeNow("n");
    assertThat(node.taints()).isEmpty();
    assertThat(node.meta().label(Marks.REGISTERED)).isEqualTo("true");
    assertThat(node.meta().label(Marks.INITIALIZED)).isEqualTo("true");
    assertThat(node.meta().label("karpenter.sh/nodepool")).isEqualTo("general");
    assertThat(node.meta().finalizers()).containsExactly(Marks.FINALIZER);
    assertThat(node.meta().owners()).extracting(o -> o.name()).containsExactly("a");
    assertThat(world.metrics.value(Metric.NODES_CREATED_TOTAL, "general", "zone-a")).isEqualTo(1);
  }

  @Test
  void a_lost_answer_launches_no_second_machine_and_counts_nothing_twice() {
    world.cluster.put(fresh("a").build());
    world.cloud.duringLaunch = () -> world.cluster.loseAnswers(2);

    world.run(Duration.ofSeconds(5));

    assertThat(world.cloud.asked).containsExactly("a");
    assertThat(world.cloud.machines).hasSize(1);
    assertThat(claimNow("a").providerId()).contains("test://a");
  }

  @Test
  void no_capacity_gives_the_claim_up_at_once() {
    world.cloud.refusal = Optional.of(new LaunchOutcome.NoCapacity("none left"));
    world.cluster.put(fresh("a").build());

    world.settle();

    assertThat(world.cluster.snapshot().claim("a")).isEmpty();
    assertThat(world.eventReasons()).contains("InsufficientCapacityError");
    assertThat(
            world.metrics.value(
                Metric.NODECLAIMS_DISRUPTED_TOTAL,
                "insufficient_capacity",
                "general",
                "spot",
                "",
                "graceful"))
        .isEqualTo(1);
  }

  @Test
  void a_node_class_that_is_not_ready_gives_the_claim_up_at_once() {
    world.cloud.refusal = Optional.of(new LaunchOutcome.NodeClassNotReady("no subnets"));
    world.cluster.put(fresh("a").build());

    world.settle();

    assertThat(world.cluster.snapshot().claim("a")).isEmpty();
    assertThat(
            world.metrics.value(
                Metric.NODECLAIMS_DISRUPTED_TOTAL,
                "nodeclass_not_ready",
                "general",
                "spot",
                "",
                "graceful"))
        .isEqualTo(1);
  }

  @Test
  void any_other_failure_keeps_the_claim_for_five_minutes() {
    world.cloud.refusal = Optional.of(new LaunchOutcome.Failed("QuotaExceeded", "ask for more"));
    world.cluster.put(fresh("a").build());

    world.run(Duration.ofSeconds(299));
    assertThat(isDeleted("a")).isFalse();
    assertThat(reason("a", ClaimFacts.LAUNCHED)).isEqualTo("QuotaExceeded");

    world.run(Duration.ofSeconds(2));
    assertThat(isDeleted("a")).isTrue();
    assertThat(
            world.metrics.value(
                Metric.NODECLAIMS_DISRUPTED_TOTAL,
                "launch_timeout",
                "general",
                "spot",
                "",
                "graceful"))
        .isEqualTo(1);
  }

  @Test
  void a_silent_cloud_is_a_failed_launch_until_it_speaks() {
    world.cloud.isSilent = true;
    world.cluster.put(fresh("a").build());
    world.settle();
    assertThat(reason("a", ClaimFacts.LAUNCHED)).isEqualTo("LaunchFailed");

    world.cloud.isSilent = false;
    world.run(Duration.ofSeconds(60));
    assertThat(claimNow("a").is(ClaimFacts.LAUNCHED)).isTrue();
  }

  @Test
  void a_claim_without_a_node_is_given_up_after_fifteen_minutes() {
    world.cluster.put(fresh("a").build());

    world.run(Duration.ofSeconds(899));
    assertThat(isDeleted("a")).isFalse();

    world.run(Duration.ofSeconds(2));
    assertThat(isDeleted("a")).isTrue();
    assertThat(world.cloud.machines).isEmpty();
  }

  @Test
  void a_claim_registered_in_the_last_second_survives() {
    world.cluster.put(fresh("a").build());
    world.run(Duration.ofSeconds(899));

    world.cluster.put(arrived("n", "test://a").build());
    world.run(Duration.ofHours(1));

    assertThat(isDeleted("a")).isFalse();
  }

  @Test
  void two_nodes_of_one_machine_are_an_error_and_both_go_with_the_claim() throws Exception {
    world.cluster.put(fresh("a").build());
    world.settle();
    world.cluster.put(arrived("n", "test://a").build());
    world.settle();
    world.cluster.put(arrived("twin", "test://a").build());
    world.cluster.put(fresh("b").build());
    world.cluster.put(arrived("m", "test://b").build());
    world.cluster.put(arrived("m-twin", "test://b").build());
    world.settle();
    assertThat(reason("b", ClaimFacts.REGISTERED)).isEqualTo("MultipleNodesFound");

    delete("a");
    world.settle();

    assertThat(nodeNow("n").meta().isDeleting()).isTrue();
    assertThat(world.cluster.snapshot().node("twin")).isEmpty();
    assertThat(isDeleted("b")).isFalse();
    world.run(Duration.ofMinutes(15));
    assertThat(isDeleted("b")).isTrue();
  }

  @Test
  void a_missing_guard_is_told_and_the_node_is_registered_all_the_same() {
    world.cluster.put(fresh("a").build());
    world.settle();

    world.cluster.put(node("n").ofMachine("test://a").withoutFinalizer().build());
    world.settle();

    assertThat(world.eventReasons()).contains("UnregisteredTaintMissing");
    assertThat(claimNow("a").is(ClaimFacts.REGISTERED)).isTrue();
  }

  @Test
  void a_startup_taint_that_its_daemon_removed_never_returns() {
    world.cluster.put(fresh("a").startupTaint("cni", Taint.Effect.NO_EXECUTE).build());
    world.settle();
    world.cluster.put(arrived("n", "test://a").build());
    world.settle();
    assertThat(reason("a", ClaimFacts.INITIALIZED)).isEqualTo("StartupTaintsExist");

    world.cluster.change("n", node -> node.withTaints(List.of()));
    world.run(Duration.ofMinutes(30));

    assertThat(nodeNow("n").taints()).isEmpty();
    assertThat(claimNow("a").is(ClaimFacts.INITIALIZED)).isTrue();
  }

  @Test
  void initialization_waits_for_what_was_requested() {
    world.cluster.put(fresh("a").requests(Resources.of(Map.of("gpu", 1L))).build());
    world.settle();
    world.cluster.put(arrived("n", "test://a").build());
    world.settle();
    assertThat(reason("a", ClaimFacts.INITIALIZED)).isEqualTo("ResourceNotRegistered");

    world.cluster.change(
        "n",
        node ->
            new NodeFacts(
                node.meta(),
                node.providerId(),
                false,
                node.taints(),
                node.capacity(),
                Resources.of(Map.of("gpu", 1L)),
                node.conditions()));
    world.settle();

    assertThat(claimNow("a").is(ClaimFacts.INITIALIZED)).isTrue();
  }

  @Test
  void a_hook_holds_the_guard_until_it_is_done() {
    var left = new ArrayList<>(List.of(Duration.ofSeconds(7)));
    world.cloud.hooks.add(
        new RegistrationHook() {
          @Override
          public String name() {
            return "network";
          }

          @Override
          public Optional<Duration> pending(ClaimFacts claim, NodeFacts node) throws Unreachable {
            return left.stream().findFirst();
          }
        });
    world.cluster.put(fresh("a").build());
    world.settle();
    world.cluster.put(arrived("n", "test://a").build());
    world.settle();

    assertThat(reason("a", ClaimFacts.REGISTERED)).isEqualTo("RegistrationHookPending");
    assertThat(nodeNow("n").hasTaint(Marks.UNREGISTERED)).isTrue();
    assertThat(nodeNow("n").meta().finalizers()).containsExactly(Marks.FINALIZER);

    left.clear();
    world.run(Duration.ofSeconds(7));
    assertThat(claimNow("a").is(ClaimFacts.REGISTERED)).isTrue();
    assertThat(nodeNow("n").hasTaint(Marks.UNREGISTERED)).isFalse();
  }

  @Test
  void claims_of_other_builds_are_left_alone() {
    world.cluster.put(fresh("theirs").nodeClass("other.sh", "OtherNodeClass").build());

    world.run(Duration.ofHours(1));

    assertThat(claimNow("theirs").meta().finalizers()).isEmpty();
    assertThat(world.cloud.asked).isEmpty();
  }

  @Test
  void a_standalone_claim_lives_like_any_other() {
    world.cluster.put(fresh("alone").standalone().build());
    world.settle();
    world.cluster.put(arrived("n", "test://alone").build());
    world.run(Duration.ofMinutes(1));

    assertThat(claimNow("alone").is("Ready")).isTrue();
    assertThat(claimNow("alone").conditions().find(ClaimFacts.CONSOLIDATABLE)).isEmpty();
    assertThat(claimNow("alone").conditions().find(ClaimFacts.DRIFTED)).isEmpty();
  }

  @Test
  void a_settled_claim_costs_no_writes() {
    world.cluster.put(fresh("a").build());
    world.settle();
    world.cluster.put(arrived("n", "test://a").build());
    world.run(Duration.ofMinutes(20));
    var version = claimNow("a").meta().version();

    world.run(Duration.ofHours(5));

    assertThat(claimNow("a").meta().version()).isEqualTo(version);
    assertThat(world.cluster.snapshot().all(Kind.NODES)).hasSize(1);
  }
}
