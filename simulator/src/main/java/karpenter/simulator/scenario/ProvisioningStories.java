package karpenter.simulator.scenario;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import karpenter.operator.Unreachable;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;

/// How pods get nodes: as many as they need, no more than they may have, and once.
final class ProvisioningStories {
  private static final String WEB = "web";
  private static final String LATE = "late";
  private static final String CPU = "karpenter.kwok.sh/instance-cpu";
  private static final String ZONE = "topology.kubernetes.io/zone";

  private ProvisioningStories() {}

  static List<Scenario> all() {
    return List.of(
        Scenarios.story("pods that come during a launch are served", ProvisioningStories::during),
        Scenarios.story("limits hold and pods wait", ProvisioningStories::limits),
        Scenarios.story("daemons take their room", ProvisioningStories::daemons),
        Scenarios.story("pods are spread over zones", ProvisioningStories::zones),
        Scenarios.story("pods that nothing can take", ProvisioningStories::inVain));
  }

  /// One launch that takes its time holds up nobody else, and nothing is bought twice.
  private static void during(Scene scene, Cast cast) throws Unreachable, InterruptedException {
    Scenarios.open(cast, "20s");
    cast.create(Resource.DEPLOYMENTS, Trees.deployment(WEB, 2, "1500m"));
    cast.awaitClaims("one for each pod", 2);
    cast.create(Resource.DEPLOYMENTS, Trees.deployment(LATE, 2, "1500m"));
    cast.awaitClaims("one for each pod", 4);

    cast.awaitRunning(WEB, 2);
    cast.awaitRunning(LATE, 2);
    cast.awaitSettled();
    cast.expect("each pod has one node", () -> cast.nodes().size() == 4);
    cast.curtain();
    cast.delete(Resource.DEPLOYMENTS, ObjectKey.of("default", LATE));
    Scenarios.close(cast);
  }

  private static void limits(Scene scene, Cast cast) throws Unreachable, InterruptedException {
    cast.create(Cast.NODE_CLASSES, Trees.nodeClass(""));
    var pool = Trees.pool(Scenarios.POOL);
    pool.withObject("/spec/limits").put("cpu", "6");
    cast.create(Resource.NODE_POOLS, pool);
    cast.create(Resource.DEPLOYMENTS, Trees.deployment(WEB, 5, "1500m"));
    cast.awaitClaims("as many as the limit allows", 3);
    scene.pass(Duration.ofSeconds(40));
    cast.expect("the limit holds", () -> cast.claims().size() == 3);

    cast.patch(
        Resource.NODE_POOLS, ObjectKey.cluster(Scenarios.POOL), "{spec: {limits: {cpu: \"10\"}}}");
    cast.awaitRunning(WEB, 5);
    cast.awaitSettled();
    cast.expect("each pod has one node", () -> cast.nodes().size() == 5);
    Scenarios.close(cast);
  }

  private static void daemons(Scene scene, Cast cast) throws Unreachable, InterruptedException {
    cast.create(Resource.DAEMON_SETS, Trees.daemons("agent", "500m"));
    cast.create(Cast.NODE_CLASSES, Trees.nodeClass(""));
    var pool = Trees.pool(Scenarios.POOL);
    for (var requirement : pool.at("/spec/template/spec/requirements")) {
      if (requirement.path("key").asText().equals(CPU)) {
        ((ObjectNode) requirement).putArray("values").add("2").add("4");
      }
    }
    cast.create(Resource.NODE_POOLS, pool);
    cast.create(Resource.DEPLOYMENTS, Trees.deployment(WEB, 1, "1700m"));
    cast.awaitRunning(WEB, 1);
    cast.awaitRunning("agent", 1);
    cast.awaitSettled();
    cast.expect(
        "the node is large enough for both",
        () ->
            cast.nodes().size() == 1
                && cast.nodes().getFirst().at("/metadata/labels").path(CPU).asText().equals("4"));
    Scenarios.close(cast);
    cast.delete(Resource.DAEMON_SETS, ObjectKey.of("default", "agent"));
  }

  private static void zones(Scene scene, Cast cast) throws Unreachable, InterruptedException {
    Scenarios.open(cast, "");
    var deployment = Trees.deployment(WEB, 4, "1500m");
    deployment
        .withObject("/spec/template/spec")
        .withArray("topologySpreadConstraints")
        .add(
            Trees.tree(
                """
                maxSkew: 1
                topologyKey: topology.kubernetes.io/zone
                whenUnsatisfiable: DoNotSchedule
                labelSelector: {matchLabels: {app: web}}
                """));
    cast.create(Resource.DEPLOYMENTS, deployment);
    cast.awaitRunning(WEB, 4);
    cast.awaitSettled();
    cast.expect(
        "each zone has one node",
        () ->
            cast.nodes().stream()
                    .map(node -> node.at("/metadata/labels").path(ZONE).asText())
                    .collect(Collectors.toSet())
                    .size()
                == 4);
    Scenarios.close(cast);
  }

  private static void inVain(Scene scene, Cast cast) throws Unreachable, InterruptedException {
    Scenarios.open(cast, "");
    cast.create(Resource.DEPLOYMENTS, Trees.deployment(LATE, 1, "64"));
    cast.create(Resource.DEPLOYMENTS, Trees.deployment(WEB, 1, "1500m"));
    cast.awaitRunning(WEB, 1);
    scene.pass(Duration.ofSeconds(30));
    cast.expect("nothing was bought for the other", () -> cast.claims().size() == 1);
    cast.curtain();
    cast.delete(Resource.DEPLOYMENTS, ObjectKey.of("default", LATE));
    Scenarios.close(cast);
  }
}
