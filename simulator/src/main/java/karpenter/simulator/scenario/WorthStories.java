package karpenter.simulator.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import karpenter.operator.Unreachable;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;

/// What nodes are replaced with because it is cheaper.
final class WorthStories {
  private static final String WEB = "web";
  private static final String BIG = "big";
  private static final String LATE = "late";
  private static final String CAPACITY_TYPE = "karpenter.sh/capacity-type";
  private static final String INSTANCE_TYPE = "node.kubernetes.io/instance-type";
  private static final ObjectKey POOL = ObjectKey.cluster(Scenarios.POOL);
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final Duration LONG_ENOUGH = Duration.ofSeconds(45);

  /// As many as one spot node needs to be replaced by another.
  private static final int ENOUGH_TYPES = 15;

  private WorthStories() {}

  static List<Scenario> all() {
    return List.of(
        Scenarios.story("half-empty nodes stay where only empty ones go", WorthStories::whenEmpty),
        Scenarios.story("three nodes become one", WorthStories::three),
        Scenarios.story("pod that can never run holds up nobody", WorthStories::neverRuns),
        Scenarios.story("on-demand is replaced by spot", WorthStories::toSpot),
        Scenarios.story("spot is replaced by one of fifteen types", WorthStories::spotToSpot));
  }

  private static void whenEmpty(Scene scene, Cast cast) throws Unreachable, InterruptedException {
    Scenarios.open(cast, Halves.pool("WhenEmpty", "5s", "100%"));
    Halves.make(scene, cast, 2, "700m");
    scene.pass(LONG_ENOUGH);
    cast.expect("both nodes are there", () -> cast.nodes().size() == 2);
    Scenarios.close(cast);
  }

  /// The budget keeps them until all may go: otherwise one goes before the others are seen.
  private static void three(Scene scene, Cast cast) throws Unreachable, InterruptedException {
    Scenarios.open(cast, Halves.pool("WhenEmptyOrUnderutilized", "5s", "0"));
    Halves.make(scene, cast, 3, "600m");
    awaitConsolidatable(scene, cast);
    cast.patch(Resource.NODE_POOLS, POOL, "{spec: {disruption: {budgets: [{nodes: '100%'}]}}}");
    cast.awaitNodes(1);
    cast.awaitRunning(WEB, 3);
    Scenarios.close(cast);
  }

  private static void neverRuns(Scene scene, Cast cast) throws Unreachable, InterruptedException {
    Scenarios.open(cast, Halves.pool("WhenEmptyOrUnderutilized", "5s", "0"));
    cast.create(Resource.DEPLOYMENTS, Trees.deployment(LATE, 1, "64"));
    Halves.make(scene, cast, 2, "700m");
    awaitConsolidatable(scene, cast);
    cast.patch(Resource.NODE_POOLS, POOL, "{spec: {disruption: {budgets: [{nodes: '100%'}]}}}");
    cast.awaitNodes(1);
    cast.awaitRunning(WEB, 2);
    cast.curtain();
    cast.delete(Resource.DEPLOYMENTS, ObjectKey.of("default", LATE));
    Scenarios.close(cast);
  }

  private static void toSpot(Scene scene, Cast cast) throws Unreachable, InterruptedException {
    var pool = Halves.pool("WhenEmptyOrUnderutilized", "5s", "100%");
    Scenarios.open(cast, pool);
    cast.create(Resource.DEPLOYMENTS, Trees.deployment(WEB, 1, "1500m"));
    cast.awaitRunning(WEB, 1);
    cast.awaitSettled();

    // Whoever may have either is given spot, and no more on-demand by mischance.
    var requirements = pool.withArray("/spec/template/spec/requirements");
    ((ObjectNode) requirements.get(0)).putArray("values").add("spot").add("on-demand");
    cast.patch(
        Resource.NODE_POOLS,
        POOL,
        "{spec: {template: {spec: {requirements: %s}}}}".formatted(requirements));

    scene.await(
        "the node is a spot node",
        PATIENCE,
        () ->
            cast.claims().size() == 1
                && cast.nodes().size() == 1
                && values(cast.claims().getFirst(), CAPACITY_TYPE).equals(List.of("spot")));
    cast.awaitRunning(WEB, 1);
    cast.awaitSettled();
    Scenarios.close(cast);
  }

  private static void spotToSpot(Scene scene, Cast cast) throws Unreachable, InterruptedException {
    var pool = Halves.pool("WhenEmptyOrUnderutilized", "5s", "100%");
    var requirements = pool.withArray("/spec/template/spec/requirements");
    ((ObjectNode) requirements.get(0)).putArray("values").add("spot");
    requirements.remove(3);
    Scenarios.open(cast, pool);
    cast.create(Resource.DEPLOYMENTS, Trees.deployment(BIG, 1, "60"));
    cast.awaitRunning(BIG, 1);
    cast.create(Resource.DEPLOYMENTS, Trees.deployment(WEB, 1, "700m"));
    cast.awaitRunning(WEB, 1);
    cast.awaitSettled();
    cast.expect("both share a node", () -> cast.nodes().size() == 1);
    var before = values(cast.claims().getFirst(), INSTANCE_TYPE);
    cast.delete(Resource.DEPLOYMENTS, ObjectKey.of("default", BIG));

    scene.await(
        "the node is another",
        PATIENCE,
        () ->
            cast.claims().size() == 1
                && cast.nodes().size() == 1
                && !values(cast.claims().getFirst(), INSTANCE_TYPE).equals(before));
    cast.awaitRunning(WEB, 1);
    cast.awaitSettled();
    cast.expect(
        "it might have been one of fifteen",
        () -> values(cast.claims().getFirst(), INSTANCE_TYPE).size() == ENOUGH_TYPES);
    Scenarios.close(cast);
  }

  private static List<String> values(JsonNode claim, String key) {
    var values = new ArrayList<String>();
    for (var requirement : claim.at("/spec/requirements")) {
      if (requirement.path("key").asText().equals(key)) {
        requirement.path("values").forEach(value -> values.add(value.asText()));
      }
    }
    return values;
  }

  private static void awaitConsolidatable(Scene scene, Cast cast)
      throws Unreachable, InterruptedException {
    scene.await(
        "all have been quiet for long enough",
        PATIENCE,
        () -> cast.claims().stream().allMatch(claim -> Cast.is(claim, "Consolidatable")));
  }
}
