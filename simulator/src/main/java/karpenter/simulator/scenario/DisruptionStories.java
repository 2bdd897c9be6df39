package karpenter.simulator.scenario;

import java.time.Duration;
import java.util.List;
import karpenter.operator.Unreachable;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;
import karpenter.simulator.kube.Metas;

/// Nodes that go because they are not worth their price, or not what they should be; and what keeps
/// them.
final class DisruptionStories {
  private static final String WEB = "web";
  private static final String BIG = "big";
  private static final ObjectKey POOL = ObjectKey.cluster(Scenarios.POOL);
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  /// Long enough for a decision, its second look, and the command.
  private static final Duration LONG_ENOUGH = Duration.ofMinutes(2);

  private DisruptionStories() {}

  static List<Scenario> all() {
    return List.of(
        Scenarios.story("empty node goes after its quiet time", DisruptionStories::empty),
        Scenarios.story("two half-empty nodes become one", DisruptionStories::merged),
        Scenarios.story("large node is replaced by a cheaper one", DisruptionStories::replaced),
        Scenarios.story("drifted nodes are replaced one by one", DisruptionStories::drifted),
        Scenarios.story("budget of zero keeps empty nodes", DisruptionStories::budgetOfZero),
        Scenarios.story("pod budget keeps half-empty nodes", DisruptionStories::podBudget),
        Scenarios.story("protected pods keep half-empty nodes", DisruptionStories::protectedPods));
  }

  private static void empty(Scene scene, Cast cast) throws Unreachable, InterruptedException {
    open(cast, "WhenEmpty", "30s", "100%");
    cast.create(Resource.DEPLOYMENTS, Trees.deployment(WEB, 2, "1500m"));
    cast.awaitRunning(WEB, 2);
    cast.awaitSettled();

    cast.scale(WEB, 1);
    cast.awaitRunning(WEB, 1);
    scene.pass(Duration.ofSeconds(20));
    cast.expect("both nodes are there", () -> cast.nodes().size() == 2);

    cast.awaitNodes(1);
    cast.awaitRunning(WEB, 1);
    Scenarios.close(cast);
  }

  private static void merged(Scene scene, Cast cast) throws Unreachable, InterruptedException {
    open(cast, "WhenEmptyOrUnderutilized", "5s", "100%");
    Halves.make(scene, cast, 2, "700m");

    cast.awaitNodes(1);

    cast.awaitRunning(WEB, 2);
    Scenarios.close(cast);
  }

  private static void replaced(Scene scene, Cast cast) throws Unreachable, InterruptedException {
    cast.create(Cast.NODE_CLASSES, Trees.nodeClass(""));
    var pool = Halves.pool("WhenEmptyOrUnderutilized", "5s", "100%");
    pool.withArray("/spec/template/spec/requirements").remove(3);
    pool.withArray("/spec/template/spec/requirements")
        .add(Trees.tree("{key: karpenter.kwok.sh/instance-cpu, operator: In, values: ['2', '8']}"));
    cast.create(Resource.NODE_POOLS, pool);
    cast.create(Resource.DEPLOYMENTS, Trees.deployment(BIG, 1, "6"));
    cast.create(Resource.DEPLOYMENTS, Trees.deployment(WEB, 1, "700m"));
    cast.awaitRunning(BIG, 1);
    cast.awaitRunning(WEB, 1);
    cast.awaitSettled();

    cast.delete(Resource.DEPLOYMENTS, ObjectKey.of("default", BIG));

    scene.await(
        "one node is left, and it is a small one",
        PATIENCE,
        () ->
            cast.nodes().size() == 1
                && cast.claims().size() == 1
                && cast.nodes().stream()
                    .allMatch(
                        node ->
                            node.at("/metadata/labels/karpenter.kwok.sh~1instance-cpu")
                                .asText()
                                .equals("2")));
    cast.awaitRunning(WEB, 1);
    Scenarios.close(cast);
  }

  private static void drifted(Scene scene, Cast cast) throws Unreachable, InterruptedException {
    cast.create(Cast.NODE_CLASSES, Trees.nodeClass(""));
    var pool = Trees.pool(Scenarios.POOL);
    pool.withObject("/spec/template/metadata/annotations").put("edited", "no");
    pool.withObject("/spec/disruption").putArray("budgets").addObject().put("nodes", "1");
    cast.create(Resource.NODE_POOLS, pool);
    cast.create(Resource.DEPLOYMENTS, Trees.deployment(WEB, 2, "1500m"));
    cast.awaitRunning(WEB, 2);
    cast.awaitSettled();
    var before = cast.claims().stream().map(Metas::uid).toList();

    cast.patch(
        Resource.NODE_POOLS,
        POOL,
        "{spec: {template: {metadata: {annotations: {edited: 'yes'}}}}}");

    scene.await(
        "all claims are new ones",
        Duration.ofMinutes(10),
        () -> {
          var claims = cast.claims();
          // One that is being terminated does not count any more.
          long staying = claims.stream().filter(claim -> !Metas.isTerminating(claim)).count();
          cast.expect("never more than one is replaced at a time", () -> staying <= 3);
          return claims.size() == 2
              && claims.stream().map(Metas::uid).noneMatch(before::contains)
              && claims.stream().allMatch(Cast::isInitialized);
        });
    cast.awaitRunning(WEB, 2);
    cast.awaitSettled();
    Scenarios.close(cast);
  }

  private static void budgetOfZero(Scene scene, Cast cast)
      throws Unreachable, InterruptedException {
    open(cast, "WhenEmpty", "0s", "0");
    cast.create(Resource.DEPLOYMENTS, Trees.deployment(WEB, 2, "1500m"));
    cast.awaitRunning(WEB, 2);
    cast.awaitSettled();
    cast.scale(WEB, 0);
    scene.await("no pod is left", PATIENCE, () -> cast.pods(WEB).isEmpty());

    scene.pass(LONG_ENOUGH);
    cast.expect("both nodes are there", () -> cast.nodes().size() == 2);

    cast.patch(Resource.NODE_POOLS, POOL, "{spec: {disruption: {budgets: [{nodes: '1'}]}}}");
    cast.awaitNodes(0);
    Scenarios.close(cast);
  }

  private static void podBudget(Scene scene, Cast cast) throws Unreachable, InterruptedException {
    open(cast, "WhenEmptyOrUnderutilized", "5s", "100%");
    cast.create(Resource.POD_DISRUPTION_BUDGETS, Trees.budget(WEB, "0"));
    Halves.make(scene, cast, 2, "700m");

    scene.pass(LONG_ENOUGH);
    cast.expect("both nodes are there", () -> cast.nodes().size() == 2);

    cast.delete(Resource.POD_DISRUPTION_BUDGETS, ObjectKey.of("default", WEB));
    cast.awaitNodes(1);
    cast.awaitRunning(WEB, 2);
    Scenarios.close(cast);
  }

  private static void protectedPods(Scene scene, Cast cast)
      throws Unreachable, InterruptedException {
    open(cast, "WhenEmptyOrUnderutilized", "5s", "100%");
    var web = Trees.deployment(WEB, 2, "700m");
    web.withObject("/spec/template/metadata/annotations")
        .put("karpenter.sh/do-not-disrupt", "true");
    Halves.make(scene, cast, 2, web);

    scene.pass(LONG_ENOUGH);
    cast.expect("both nodes are there", () -> cast.nodes().size() == 2);

    for (var pod : cast.pods(WEB)) {
      cast.patch(
          Resource.PODS,
          Metas.key(pod),
          "{metadata: {annotations: {karpenter.sh/do-not-disrupt: null}}}");
    }
    cast.awaitNodes(1);
    // The moved pod is made from the template, which protects it; it is not asked to move again.
    cast.awaitRunning(WEB, 2);
    Scenarios.close(cast);
  }

  private static void open(Cast cast, String policy, String after, String budget)
      throws Unreachable, InterruptedException {
    Scenarios.open(cast, Halves.pool(policy, after, budget));
  }
}
