package karpenter.simulator.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import karpenter.operator.Unreachable;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Patch;
import karpenter.operator.kube.Resource;
import karpenter.simulator.kube.Metas;

/// How nodes are replaced, and how that fails.
public final class CommandStories {
  private static final String WEB = "web";
  private static final ObjectKey POOL = ObjectKey.cluster(Scenarios.POOL);
  private static final String COMMAND = "karpenter-jvm.dev/command";
  private static final String DISRUPTED = "karpenter.sh/disrupted";
  private static final String NEW_TEMPLATE =
      "{spec: {template: {metadata: {labels: {edition: second}}}}}";

  /// No limit.
  private static final int ANY = Integer.MAX_VALUE;

  private CommandStories() {}

  static List<Scenario> all() {
    return List.of(
        Scenarios.story("drifted nodes are replaced before they go", CommandStories::drifted),
        Scenarios.story(
            "drifted static nodes are replaced within the limit", CommandStories::statics),
        Scenarios.story("replacement deleted in mid-launch", CommandStories::replacementDeleted),
        Scenarios.story("marks of another controller are removed", CommandStories::takenOver));
  }

  /// For virtual time only: they take a quarter of an hour.
  public static List<Scenario> patient() {
    return List.of(
        Scenarios.story("replacement that never comes up is given up", CommandStories::neverUp));
  }

  private static void drifted(Scene scene, Cast cast) throws Unreachable, InterruptedException {
    Scenarios.open(cast, "");
    cast.create(Resource.DEPLOYMENTS, Trees.deployment(WEB, 2, "1500m"));
    cast.awaitRunning(WEB, 2);
    cast.awaitSettled();
    var old = uids(cast.claims());

    cast.patch(Resource.NODE_POOLS, POOL, NEW_TEMPLATE);

    awaitReplaced(scene, cast, old, 2, ANY);
    cast.awaitRunning(WEB, 2);
    awaitNoMarks(scene, cast);
    Scenarios.close(cast);
  }

  private static void statics(Scene scene, Cast cast) throws Unreachable, InterruptedException {
    cast.create(Cast.NODE_CLASSES, Trees.nodeClass(""));
    var pool = Trees.pool(Scenarios.POOL);
    pool.withObject("/spec").put("replicas", 2);
    pool.withObject("/spec/limits").put("nodes", "3");
    cast.create(Resource.NODE_POOLS, pool);
    cast.awaitClaims("one for each replica", 2);
    cast.awaitSettled();
    var old = uids(cast.claims());

    cast.patch(Resource.NODE_POOLS, POOL, NEW_TEMPLATE);

    awaitReplaced(scene, cast, old, 2, 3);
    awaitNoMarks(scene, cast);
    cast.curtain();
    // A static pool that is deleted may make good what goes before it hears of its own end.
    cast.patch(Resource.NODE_POOLS, POOL, "{spec: {replicas: 0}}");
    cast.awaitNothingLeft();
    Scenarios.close(cast);
  }

  /// The node it was to replace is usable again, and replaced in the end.
  private static void replacementDeleted(Scene scene, Cast cast)
      throws Unreachable, InterruptedException {
    Scenarios.open(cast, "30s");
    cast.create(Resource.DEPLOYMENTS, Trees.deployment(WEB, 1, "1500m"));
    cast.awaitRunning(WEB, 1);
    cast.awaitSettled();
    var old = uids(cast.claims());
    cast.patch(Resource.NODE_POOLS, POOL, NEW_TEMPLATE);
    cast.awaitClaims("the old one and its replacement", 2);
    var replacement =
        cast.claims().stream().filter(c -> !old.contains(Metas.uid(c))).findFirst().orElseThrow();

    cast.delete(Resource.NODE_CLAIMS, Metas.key(replacement));

    scene.await(
        "the node is free of marks",
        Duration.ofMinutes(2),
        () ->
            cast.nodes().stream().noneMatch(CommandStories::isTainted)
                && cast.claims().stream()
                    .filter(claim -> old.contains(Metas.uid(claim)))
                    .noneMatch(CommandStories::isMarked));
    cast.expect("its pod still runs there", () -> cast.pods(WEB).stream().allMatch(Cast::runs));
    awaitReplaced(scene, cast, old, 1, ANY);
    cast.awaitRunning(WEB, 1);
    awaitNoMarks(scene, cast);
    Scenarios.close(cast);
  }

  /// As upstream's controller leaves them when it is killed in mid-command.
  private static void takenOver(Scene scene, Cast cast) throws Unreachable, InterruptedException {
    Scenarios.open(cast, "");
    cast.create(Resource.DEPLOYMENTS, Trees.deployment(WEB, 1, "1500m"));
    cast.awaitRunning(WEB, 1);
    cast.awaitSettled();

    cast.patch(
        Resource.NODES,
        Metas.key(cast.nodes().getFirst()),
        "{spec: {taints: [{key: %s, effect: NoSchedule}]}}".formatted(DISRUPTED));
    mark(scene, cast.claims().getFirst());

    awaitNoMarks(scene, cast);
    cast.awaitRunning(WEB, 1);
    Scenarios.close(cast);
  }

  private static void mark(Scene scene, JsonNode claim) throws Unreachable, InterruptedException {
    var conditions = claim.at("/status/conditions").deepCopy();
    ((ArrayNode) conditions)
        .add(
            Trees.tree(
                """
                {type: DisruptionReason, status: "True", reason: Drifted, message: Drifted,
                 lastTransitionTime: "%s", observedGeneration: 1}
                """
                    .formatted(claim.at("/metadata/creationTimestamp").asText())));
    var body = Trees.tree("{}");
    body.withObject("/status").set("conditions", conditions);
    scene.kube().patch(Resource.NODE_CLAIMS, Metas.key(claim), Patch.mergeStatus(body));
  }

  /// Its nodes keep a taint that nobody removes, so they never count as initialized.
  private static void neverUp(Scene scene, Cast cast) throws Unreachable, InterruptedException {
    Scenarios.open(cast, "");
    cast.create(Resource.DEPLOYMENTS, Trees.deployment(WEB, 1, "1500m"));
    cast.awaitRunning(WEB, 1);
    cast.awaitSettled();
    var old = uids(cast.claims());
    var pod = Metas.uid(cast.pods(WEB).getFirst());

    cast.patch(
        Resource.NODE_POOLS,
        POOL,
        "{spec: {template: {spec: {startupTaints: [{key: never.removed, effect: NoSchedule}]}}}}");
    cast.awaitClaims("the old one and its replacement", 2);
    scene.pass(Duration.ofMinutes(9));
    cast.expect(
        "it is still waited for", () -> cast.nodes().stream().anyMatch(CommandStories::isTainted));

    scene.await(
        "it is given up",
        Duration.ofMinutes(2),
        () -> cast.nodes().stream().noneMatch(CommandStories::isTainted));
    cast.expect("the old node is there", () -> uids(cast.claims()).containsAll(old));
    cast.expect(
        "the pod was left alone",
        () -> cast.pods(WEB).stream().anyMatch(p -> Metas.uid(p).equals(pod) && Cast.runs(p)));
    Scenarios.close(cast);
  }

  /// None of the old claims is left, and as many others are there, each with its node.
  ///
  /// @param limit of claims at any moment, those included that go
  private static void awaitReplaced(Scene scene, Cast cast, Set<String> old, int count, int limit)
      throws Unreachable, InterruptedException {
    scene.await(
        "all %d claims are new".formatted(count),
        Duration.ofMinutes(20),
        () -> {
          var claims = cast.claims();
          // One that goes does not count any more: budgets look at those that stay.
          long staying = claims.stream().filter(claim -> !Metas.isTerminating(claim)).count();
          cast.expect("there is never more than one too many", () -> staying <= count + 1);
          cast.expect("there are never more than " + limit, () -> claims.size() <= limit);
          return claims.size() == count
              && claims.stream().noneMatch(claim -> old.contains(Metas.uid(claim)))
              && claims.stream().allMatch(Cast::isInitialized)
              && cast.nodes().size() == count;
        });
  }

  private static void awaitNoMarks(Scene scene, Cast cast)
      throws Unreachable, InterruptedException {
    scene.await(
        "nothing is marked for disruption any more",
        Duration.ofMinutes(2),
        () ->
            cast.nodes().stream().noneMatch(CommandStories::isTainted)
                && cast.claims().stream().noneMatch(CommandStories::isMarked));
  }

  private static boolean isTainted(JsonNode node) {
    for (var taint : node.at("/spec/taints")) {
      if (taint.path("key").asText().equals(DISRUPTED)) {
        return true;
      }
    }
    return node.at("/metadata/annotations").has(COMMAND);
  }

  private static boolean isMarked(JsonNode claim) {
    return claim.at("/metadata/annotations").has(COMMAND) || Cast.is(claim, "DisruptionReason");
  }

  private static Set<String> uids(List<? extends JsonNode> objects) {
    var uids = new TreeSet<String>();
    objects.forEach(object -> uids.add(Metas.uid(object)));
    return uids;
  }
}
