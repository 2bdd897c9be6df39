package karpenter.operator.lifecycle;

import static karpenter.core.testkit.facts.ClaimFixture.claim;
import static karpenter.core.testkit.facts.NodeFixture.node;
import static karpenter.core.testkit.facts.PodFixture.pod;
import static karpenter.operator.testkit.EditedPools.pool;
import static karpenter.operator.testkit.TestWorld.START;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import karpenter.core.catalog.InstanceType;
import karpenter.core.catalog.Offering;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.Condition;
import karpenter.core.requirement.Requirements;
import karpenter.core.requirement.ValueSet;
import karpenter.core.resource.Resources;
import karpenter.core.testkit.facts.ClaimFixture;
import karpenter.core.testkit.facts.NodeFixture;
import karpenter.operator.LoopContext;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.nodepool.NodePoolLoops;
import karpenter.operator.provider.TypesAnswer;
import karpenter.operator.runtime.LoopPlan;
import karpenter.operator.state.Change;
import karpenter.operator.state.Kind;
import karpenter.operator.testkit.EditedPools;
import karpenter.operator.testkit.TestCloud;
import karpenter.operator.testkit.TestWorld;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What is marked on claims for disruption to read.
class DisruptionMarksTest {
  private final TestWorld world = new TestWorld(DisruptionMarksTest::loops);

  private static List<LoopPlan<?>> loops(LoopContext ctx) {
    var all = new ArrayList<LoopPlan<?>>(LifecycleLoops.loops(ctx));
    all.addAll(NodePoolLoops.loops(ctx));
    return all;
  }

  private static ClaimFixture initialized(String name, String node) {
    return claim(name)
        .createdAt(START)
        .ownedByPool()
        .ofNode(node)
        .label(NodeFixture.CLASS_LABEL, "default")
        .and(
            c ->
                c.setTrue(ClaimFacts.LAUNCHED, START)
                    .setTrue(ClaimFacts.REGISTERED, START)
                    .setTrue(ClaimFacts.INITIALIZED, START));
  }

  private ClaimFacts now(String name) {
    return world.cluster.snapshot().claim(name).orElseThrow();
  }

  private Optional<String> drift(String name) {
    return now(name).conditions().find(ClaimFacts.DRIFTED).map(Condition::reason);
  }

  /// A pool whose claim was made from it as it is.
  @BeforeEach
  void aPoolAndItsClaim() {
    world.cluster.put(
        TestCloud.NODE_CLASSES,
        EditedPools.nodeClass(Condition.Status.TRUE, START).meta(),
        EditedPools.nodeClass(Condition.Status.TRUE, START));
    var pool = pool("general");
    world.cluster.put(pool);
    world.cluster.put(node("n").label("karpenter.sh/registered", "true").build());
    world.cluster.put(
        initialized("a", "n")
            .annotation("karpenter.sh/nodepool-hash", pool.facts().hash())
            .annotation("karpenter.sh/nodepool-hash-version", "v3")
            .build());
    world.settle();
  }

  @Test
  void a_quiet_node_becomes_consolidatable_when_its_pool_says() {
    assertThat(now("a").is(ClaimFacts.CONSOLIDATABLE)).isFalse();

    world.run(Duration.ofSeconds(29));
    assertThat(now("a").is(ClaimFacts.CONSOLIDATABLE)).isFalse();

    world.run(Duration.ofSeconds(1));
    assertThat(now("a").is(ClaimFacts.CONSOLIDATABLE)).isTrue();
  }

  @Test
  void a_pod_that_comes_makes_the_node_wait_again_and_asks_the_cloud_nothing() {
    world.run(Duration.ofSeconds(40));
    assertThat(now("a").is(ClaimFacts.CONSOLIDATABLE)).isTrue();
    var questions = world.cloud.driftQuestions;

    world.cluster.put(pod("web").on("n").build());
    world.settle();

    assertThat(now("a").is(ClaimFacts.CONSOLIDATABLE)).isFalse();
    assertThat(now("a").lastPodEvent()).contains(world.clock.instant());
    assertThat(world.cloud.driftQuestions).isEqualTo(questions);
    world.run(Duration.ofSeconds(30));
    assertThat(now("a").is(ClaimFacts.CONSOLIDATABLE)).isTrue();
  }

  /// The loop that writes down when the pod came knows what follows from it.
  @Test
  void one_write_tells_that_a_pod_came_and_that_the_node_has_to_wait() throws Exception {
    world.run(Duration.ofSeconds(40));
    world.cluster.put(pod("web").on("n").build());

    new PodEventsLoop(world.context()).reconcile("n");

    assertThat(now("a").lastPodEvent()).contains(world.clock.instant());
    assertThat(now("a").conditions().find(ClaimFacts.CONSOLIDATABLE)).isEmpty();
  }

  @Test
  void a_pod_that_was_there_before_us_does_not_make_the_node_wait() {
    var loop = new PodEventsLoop(world.context());
    var there = pod("web").on("n").build();
    world.cluster.put(now("a").withLastPodEvent(START));
    var key = ObjectKey.of("default", "web");

    var replayed =
        new Change(Kind.PODS, key, Optional.empty(), Optional.of(there), Change.Origin.REPLAY);
    var happened =
        new Change(Kind.PODS, key, Optional.empty(), Optional.of(there), Change.Origin.WATCH);

    assertThat(loop.keys(replayed)).isEmpty();
    assertThat(loop.keys(happened)).containsExactly("n");
  }

  @Test
  void an_edited_template_drifts_its_claims_at_once() {
    world.run(Duration.ofSeconds(5));
    assertThat(drift("a")).isEmpty();

    world.cluster.put(pool("general", 2, "[]", "{\"team\": \"x\"}"));
    world.settle();

    assertThat(drift("a")).contains("NodePoolDrifted");
    assertThat(world.decisions).extracting(d -> d.kind()).contains("ClaimDrifted");
  }

  @Test
  void a_template_edited_back_clears_the_mark() {
    world.cluster.put(pool("general", 2, "[]", "{\"team\": \"x\"}"));
    world.settle();

    world.cluster.put(pool("general", 3, "[]", "{}"));
    world.settle();

    assertThat(drift("a")).isEmpty();
  }

  @Test
  void an_edit_of_how_the_pool_behaves_drifts_nothing() {
    world.cluster.put(pool("general", 2, "[]", "{}", "{\"consolidateAfter\": \"1h\"}"));
    world.run(Duration.ofMinutes(1));

    assertThat(drift("a")).isEmpty();
    assertThat(now("a").is(ClaimFacts.CONSOLIDATABLE)).isFalse();
  }

  @Test
  void requirements_that_the_claim_no_longer_meets_are_drift() {
    world.cluster.put(
        pool(
            "general",
            2,
            "[{\"key\": \"karpenter.sh/capacity-type\", \"operator\": \"In\","
                + " \"values\": [\"on-demand\"]}]",
            "{}"));
    world.settle();

    assertThat(drift("a")).contains("RequirementsDrifted");
  }

  @Test
  void the_cloud_is_asked_every_five_minutes() {
    var first = world.cloud.driftQuestions;
    assertThat(first).isPositive();
    world.cloud.drift = Optional.of("ImageDrift");

    world.run(Duration.ofSeconds(299));
    assertThat(drift("a")).isEmpty();

    world.run(Duration.ofSeconds(1));
    assertThat(drift("a")).contains("ImageDrift");
  }

  @Test
  void a_cloud_whose_answer_cannot_change_by_itself_is_asked_once() {
    world.cloud.driftPeriod = Optional.empty();
    world.run(Duration.ofMinutes(5));
    var before = world.cloud.driftQuestions;
    world.cloud.types = new TypesAnswer.Types(List.of(), 1);

    world.run(Duration.ofMinutes(20));
    world.cluster.put(pod("web").on("n").build());
    world.settle();
    assertThat(now("a").is(ClaimFacts.CONSOLIDATABLE)).as("it was looked at").isFalse();
    assertThat(world.cloud.driftQuestions).isEqualTo(before);

    world.run(Duration.ofMinutes(36));
    assertThat(world.cloud.driftQuestions).isEqualTo(before);
    assertThat(drift("a")).contains("InstanceTypeNotFound");
  }

  @Test
  void a_changed_node_class_has_the_cloud_asked_at_once() {
    world.cloud.drift = Optional.of("NodeClassDrift");
    var changed = EditedPools.nodeClass(Condition.Status.TRUE, START);
    var meta = changed.meta();

    world.cluster.put(
        TestCloud.NODE_CLASSES,
        meta,
        new karpenter.core.facts.NodeClassFacts(
            new karpenter.core.facts.Meta(
                "",
                meta.name(),
                meta.uid(),
                "2",
                2,
                meta.created(),
                meta.deleted(),
                meta.labels(),
                meta.annotations(),
                meta.finalizers(),
                meta.owners()),
            changed.ref(),
            changed.conditions(),
            changed.spec(),
            changed.status()));
    world.settle();

    assertThat(drift("a")).contains("NodeClassDrift");
  }

  @Test
  void a_silent_cloud_leaves_the_marks_as_they_are() {
    world.cloud.drift = Optional.of("ImageDrift");
    world.run(Duration.ofMinutes(5));

    world.cloud.isSilent = true;
    world.run(Duration.ofMinutes(6));

    assertThat(drift("a")).contains("ImageDrift");
    assertThat(world.runtime.failures()).isNotEmpty();
  }

  @Test
  void a_type_that_was_found_is_looked_for_again_when_other_types_are_sold() {
    var onDemand = Requirements.of("karpenter.sh/capacity-type", ValueSet.in("on-demand"));
    var small =
        new InstanceType(
            "small",
            onDemand,
            List.of(Offering.of(onDemand, 1)),
            Resources.of(Map.of("cpu", 4000L)),
            Resources.none());
    world.cloud.types = new TypesAnswer.Types(List.of(small), 1);
    world.cluster.put(
        initialized("b", "m")
            .label("node.kubernetes.io/instance-type", "small")
            .label("karpenter.sh/capacity-type", "on-demand")
            .build());
    world.run(Duration.ofMinutes(100));
    assertThat(drift("b")).isEmpty();

    world.cloud.types = new TypesAnswer.Types(List.of(), 2);
    world.run(Duration.ofMinutes(31));

    assertThat(drift("b")).contains("InstanceTypeNotFound");
  }

  @Test
  void a_type_that_is_sold_no_more_is_drift_after_an_hour() {
    world.cloud.types = new TypesAnswer.Types(List.of(), 1);

    world.run(Duration.ofMinutes(59));
    assertThat(drift("a")).isEmpty();

    world.run(Duration.ofMinutes(7));
    assertThat(drift("a")).contains("InstanceTypeNotFound");
  }

  @Test
  void a_claim_whose_pool_is_gone_is_not_looked_at() {
    world.cloud.drift = Optional.of("ImageDrift");
    world.cluster.remove(Kind.NODE_POOLS, ObjectKey.cluster("general"));

    world.run(Duration.ofMinutes(10));

    assertThat(drift("a")).isEmpty();
  }
}
