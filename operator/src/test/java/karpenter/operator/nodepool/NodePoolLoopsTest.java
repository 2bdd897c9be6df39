package karpenter.operator.nodepool;

import static karpenter.core.testkit.facts.ClaimFixture.claim;
import static karpenter.core.testkit.facts.NodeFixture.node;
import static karpenter.operator.testkit.EditedPools.pool;
import static karpenter.operator.testkit.TestWorld.START;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.Condition;
import karpenter.core.facts.PoolFacts;
import karpenter.core.resource.Resources;
import karpenter.core.testkit.facts.ClaimFixture;
import karpenter.operator.LoopContext;
import karpenter.operator.lifecycle.LifecycleLoops;
import karpenter.operator.provider.LaunchOutcome;
import karpenter.operator.runtime.LoopPlan;
import karpenter.operator.testkit.EditedPools;
import karpenter.operator.testkit.TestCloud;
import karpenter.operator.testkit.TestWorld;
import org.junit.jupiter.api.Test;

/// What is said on pools.
class NodePoolLoopsTest {
  private final TestWorld world = new TestWorld(NodePoolLoopsTest::loops);

  private static List<LoopPlan<?>> loops(LoopContext ctx) {
    var all = new ArrayList<LoopPlan<?>>(NodePoolLoops.loops(ctx));
    all.addAll(LifecycleLoops.loops(ctx));
    return all;
  }

  private PoolFacts now() {
    return world.cluster.snapshot().pool("general").orElseThrow().facts();
  }

  private Condition condition(String type) {
    return now().conditions().find(type).orElseThrow();
  }

  private void nodeClass(Condition.Status ready) {
    var nodeClass = EditedPools.nodeClass(ready, START);
    world.cluster.put(TestCloud.NODE_CLASSES, nodeClass.meta(), nodeClass);
  }

  private static ClaimFixture launched(String name) {
    return claim(name)
        .createdAt(START)
        .ofNode("n-" + name)
        .and(
            c ->
                c.withStatus(
                        c.providerId(),
                        c.imageId(),
                        c.nodeName(),
                        Resources.of(Map.of("cpu", 4000L)),
                        Resources.none(),
                        Optional.empty(),
                        c.conditions())
                    .setTrue(ClaimFacts.LAUNCHED, START));
  }

  @Test
  void a_pool_is_ready_when_it_is_valid_and_its_class_is_ready() {
    world.cluster.put(pool("general"));
    world.settle();
    assertThat(condition(PoolFacts.NODE_CLASS_READY).reason()).isEqualTo("NodeClassNotFound");
    assertThat(now().isReady()).isFalse();

    nodeClass(Condition.Status.TRUE);
    world.run(Duration.ofSeconds(2));

    assertThat(now().isReady()).isTrue();
  }

  @Test
  void a_pool_says_what_is_wrong_with_it() {
    world.cluster.put(pool("general", 1, "[]", "{\"karpenter.sh/nodepool\": \"mine\"}"));

    world.run(Duration.ofSeconds(2));

    assertThat(condition(PoolFacts.VALIDATION_SUCCEEDED).reason())
        .isEqualTo("NodePoolValidationFailed");
    assertThat(condition(PoolFacts.VALIDATION_SUCCEEDED).message())
        .contains("karpenter.sh/nodepool");
  }

  @Test
  void a_pool_of_another_procedure_restamps_undrifted_claims_only() {
    world.cluster.put(
        launched("fresh")
            .annotation("karpenter.sh/nodepool-hash", "1")
            .annotation("karpenter.sh/nodepool-hash-version", "v2")
            .build());
    world.cluster.put(
        launched("drifted")
            .annotation("karpenter.sh/nodepool-hash", "1")
            .annotation("karpenter.sh/nodepool-hash-version", "v2")
            .and(c -> c.setTrue(ClaimFacts.DRIFTED, START))
            .build());
    world.cluster.put(pool("general"));

    world.settle();

    var hash = now().hash();
    var snapshot = world.cluster.snapshot();
    assertThat(now().meta().annotation("karpenter.sh/nodepool-hash")).isEqualTo(hash);
    assertThat(now().meta().annotation("karpenter.sh/nodepool-hash-version")).isEqualTo("v3");
    var fresh = snapshot.claim("fresh").orElseThrow();
    assertThat(fresh.meta().annotation("karpenter.sh/nodepool-hash")).isEqualTo(hash);
    assertThat(fresh.conditions().find(ClaimFacts.DRIFTED)).isEmpty();
    var drifted = snapshot.claim("drifted").orElseThrow();
    assertThat(drifted.meta().annotation("karpenter.sh/nodepool-hash")).isEqualTo("1");
    assertThat(drifted.is(ClaimFacts.DRIFTED)).isTrue();
  }

  @Test
  void usage_is_counted_at_once_and_then_at_most_every_five_seconds() {
    world.cluster.put(pool("general"));
    world.settle();
    assertThat(now().usage().get("nodes")).isEqualTo(0);
    assertThat(now().usage().has("ephemeral-storage")).isTrue();

    world.run(Duration.ofSeconds(10));
    world.cluster.put(launched("a").build());
    world.settle();
    assertThat(now().usage().get("cpu")).isEqualTo(4000);

    world.cluster.put(launched("b").build());
    world.run(Duration.ofSeconds(4));
    assertThat(now().usage().get("nodes")).isEqualTo(1);
    world.run(Duration.ofSeconds(1));
    assertThat(now().usage().get("nodes")).isEqualTo(2);
    assertThat(now().nodes()).hasValue(2);
  }

  @Test
  void what_goes_counts_no_more() {
    world.cluster.put(pool("general"));
    world.cluster.put(launched("a").deletedAt(START).build());
    world.cluster.put(node("n-a").build());

    world.run(Duration.ofSeconds(6));

    assertThat(now().usage().get("nodes")).isEqualTo(0);
  }

  @Test
  void two_timeouts_of_four_are_unhealthy() {
    world.cluster.put(pool("general"));
    world.settle();
    assertThat(condition(PoolFacts.NODE_REGISTRATION_HEALTHY).status())
        .isEqualTo(Condition.Status.UNKNOWN);
    world.cloud.refusal = Optional.of(new LaunchOutcome.Failed("QuotaExceeded", "ask for more"));

    world.cluster.put(claim("a").createdAt(START).ownedByPool().build());
    world.run(Duration.ofMinutes(6));
    assertThat(condition(PoolFacts.NODE_REGISTRATION_HEALTHY).status())
        .isEqualTo(Condition.Status.UNKNOWN);

    world.cluster.put(claim("b").createdAt(world.clock.instant()).ownedByPool().build());
    world.run(Duration.ofMinutes(6));
    assertThat(condition(PoolFacts.NODE_REGISTRATION_HEALTHY).status())
        .isEqualTo(Condition.Status.FALSE);
    assertThat(condition(PoolFacts.NODE_REGISTRATION_HEALTHY).reason()).isEqualTo("QuotaExceeded");
  }

  @Test
  void a_registered_claim_makes_its_pool_healthy_until_the_pool_changes() {
    world.cluster.put(pool("general"));
    world.settle();
    world.cluster.put(claim("a").createdAt(START).ownedByPool().build());
    world.cluster.put(node("n").ofMachine("test://a").build());
    world.run(Duration.ofSeconds(2));
    assertThat(condition(PoolFacts.NODE_REGISTRATION_HEALTHY).status())
        .isEqualTo(Condition.Status.TRUE);

    var edited = pool("general", 2, "[]", "{\"team\": \"x\"}");
    world.cluster.put(
        new karpenter.operator.state.PoolState(
            edited.facts().withConditions(now().conditions()), edited.source()));
    world.run(Duration.ofSeconds(2));

    assertThat(condition(PoolFacts.NODE_REGISTRATION_HEALTHY).status())
        .isEqualTo(Condition.Status.UNKNOWN);
  }

  @Test
  void a_claim_of_an_earlier_pool_of_the_name_counts_for_nothing() {
    world.cluster.put(pool("general"));
    world.cluster.put(
        claim("a")
            .createdAt(START)
            .and(
                c ->
                    c.withMeta(
                        c.meta()
                            .withOwners(
                                List.of(
                                    new karpenter.core.facts.Owner(
                                        "karpenter.sh/v1",
                                        "NodePool",
                                        "general",
                                        "uid-earlier",
                                        false,
                                        true)))))
            .build());
    world.cluster.put(node("n").ofMachine("test://a").build());

    world.run(Duration.ofSeconds(2));

    assertThat(condition(PoolFacts.NODE_REGISTRATION_HEALTHY).status())
        .isEqualTo(Condition.Status.UNKNOWN);
  }
}
