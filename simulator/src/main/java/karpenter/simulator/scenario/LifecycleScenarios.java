package karpenter.simulator.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import karpenter.operator.Unreachable;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;
import karpenter.simulator.kube.Metas;

/// Stories of what is written on claims and pools, for users and for disruption to read.
final class LifecycleScenarios {
  private static final String APP = "web";
  private static final ObjectKey POOL = ObjectKey.cluster("general");
  private static final ObjectKey DEPLOYMENT = ObjectKey.of("default", APP);
  private static final Duration SOON = Duration.ofSeconds(30);

  /// Upstream's users see the mark so soon after an edit.
  private static final Duration DRIFT_LIMIT = Duration.ofSeconds(5);

  private LifecycleScenarios() {}

  /// An edited template marks its claims, one edited back clears them, and behaviour does neither.
  static void editedTemplateDrifts(Scene scene, Cast cast)
      throws Unreachable, InterruptedException {
    cast.create(Cast.NODE_CLASSES, Trees.nodeClass(""));
    var pool = Trees.pool(POOL.name());
    pool.withObject("/spec/template/metadata/annotations").put("edited", "no");
    // Marks are what this is about; nothing acts on them.
    pool.withObject("/spec/disruption").putArray("budgets").addObject().put("nodes", "0");
    cast.create(Resource.NODE_POOLS, pool);
    cast.create(Resource.DEPLOYMENTS, Trees.deployment(APP, 2, "1500m"));
    cast.awaitRunning(APP, 2);
    cast.awaitSettled();

    cast.patch(Resource.NODE_POOLS, POOL, "{spec: {disruption: {consolidateAfter: 1h}}}");
    scene.pass(DRIFT_LIMIT);
    cast.expect(
        "nothing has drifted", () -> cast.claims().stream().noneMatch(c -> Cast.is(c, "Drifted")));

    cast.patch(Resource.NODE_POOLS, POOL, annotation("yes"));
    scene.await(
        "every claim has drifted",
        DRIFT_LIMIT,
        () -> cast.claims().stream().allMatch(c -> reason(c, "Drifted").equals("NodePoolDrifted")));

    cast.patch(Resource.NODE_POOLS, POOL, annotation("no"));
    scene.await(
        "no claim is drifted any more",
        SOON,
        () -> cast.claims().stream().noneMatch(c -> Cast.is(c, "Drifted")));
    close(cast);
  }

  private static String annotation(String value) {
    return "{spec: {template: {metadata: {annotations: {edited: '%s'}}}}}".formatted(value);
  }

  /// Readiness waits for the class; usage follows the nodes, both ways.
  static void poolSaysHowItIs(Scene scene, Cast cast) throws Unreachable, InterruptedException {
    cast.create(Resource.NODE_POOLS, Trees.pool(POOL.name()));
    scene.await(
        "the pool misses its class",
        SOON,
        () -> reason(pool(cast), "NodeClassReady").equals("NodeClassNotFound"));

    cast.create(Cast.NODE_CLASSES, Trees.nodeClass(""));
    scene.await("the pool is ready", SOON, () -> Cast.is(pool(cast), "Ready"));

    cast.create(Resource.DEPLOYMENTS, Trees.deployment(APP, 2, "1500m"));
    cast.awaitRunning(APP, 2);
    scene.await("two nodes are counted", SOON, () -> nodes(cast) == 2);
    scene.await("its nodes register", SOON, () -> Cast.is(pool(cast), "NodeRegistrationHealthy"));

    cast.delete(Resource.DEPLOYMENTS, DEPLOYMENT);
    scene.await("its pods are gone", SOON, () -> cast.pods(APP).isEmpty());
    // Until we are told so, their nodes' end would have us plan for them again.
    scene.pass(SOON);
    for (var claim : cast.claims()) {
      cast.delete(Resource.NODE_CLAIMS, Metas.key(claim));
    }
    cast.awaitNothingLeft();
    scene.await("no node is counted", SOON, () -> nodes(cast) == 0);
    close(cast);
  }

  /// A claim without a pool is launched, initialized and ended like any other.
  static void standaloneClaim(Scene scene, Cast cast) throws Unreachable, InterruptedException {
    cast.create(Cast.NODE_CLASSES, Trees.nodeClass(""));
    cast.create(Resource.NODE_CLAIMS, Trees.claimAlone());
    scene.await(
        "it is initialized",
        Duration.ofMinutes(5),
        () -> cast.claims().stream().anyMatch(Cast::isInitialized));
    var node = cast.claims().getFirst().at("/status/nodeName").asText();
    cast.expect("it has a node", () -> hasNode(scene, node));

    cast.curtain();
    cast.delete(Resource.NODE_CLAIMS, ObjectKey.cluster("alone"));
    scene.await(
        "it has gone with its node",
        Duration.ofMinutes(5),
        () -> cast.claims().isEmpty() && !hasNode(scene, node));
    cast.delete(Cast.NODE_CLASSES, ObjectKey.cluster("default"));
  }

  private static boolean hasNode(Scene scene, String name)
      throws Unreachable, InterruptedException {
    return scene.kube().list(Resource.NODES, "").stream()
        .anyMatch(node -> Metas.key(node).name().equals(name));
  }

  private static JsonNode pool(Cast cast) throws Unreachable, InterruptedException {
    return cast.get(Resource.NODE_POOLS, POOL);
  }

  private static long nodes(Cast cast) throws Unreachable, InterruptedException {
    return pool(cast).at("/status/nodes").asLong(-1);
  }

  private static String reason(JsonNode object, String type) {
    for (var condition : object.at("/status/conditions")) {
      if (condition.path("type").asText().equals(type)) {
        return condition.path("reason").asText();
      }
    }
    return "";
  }

  private static void close(Cast cast) throws Unreachable, InterruptedException {
    cast.curtain();
    cast.delete(Resource.DEPLOYMENTS, DEPLOYMENT);
    cast.delete(Resource.NODE_POOLS, POOL);
    cast.awaitNothingLeft();
    cast.delete(Cast.NODE_CLASSES, ObjectKey.cluster("default"));
  }
}
