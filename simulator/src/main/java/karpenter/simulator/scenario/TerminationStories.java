package karpenter.simulator.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import karpenter.operator.Unreachable;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Patch;
import karpenter.operator.kube.Resource;
import karpenter.simulator.kube.Metas;

/// How nodes go: in order, when their owners let them, and when they are ill.
final class TerminationStories {
  private static final String WEB = "web";
  private static final String CRITICAL = "critical";
  private static final String DO_NOT_DISRUPT = "karpenter.sh/do-not-disrupt";

  private TerminationStories() {}

  static List<Scenario> all() {
    return List.of(
        Scenarios.story("critical pods leave last", TerminationStories::criticalLast),
        Scenarios.story("protected pod keeps its node", TerminationStories::protectedPod),
        Scenarios.story("ill node is replaced", TerminationStories::illNode));
  }

  private static void criticalLast(Scene scene, Cast cast)
      throws Unreachable, InterruptedException {
    Scenarios.open(cast, "");
    cast.create(Resource.DEPLOYMENTS, slow(Trees.deployment(WEB, 1, "500m")));
    var critical = slow(Trees.deployment(CRITICAL, 1, "500m"));
    critical.withObject("/spec/template/spec").put("priorityClassName", "system-cluster-critical");
    cast.create(Resource.DEPLOYMENTS, critical);
    cast.awaitRunning(WEB, 1);
    cast.awaitRunning(CRITICAL, 1);
    cast.awaitSettled();
    var web = Metas.uid(cast.pods(WEB).getFirst());
    var last = Metas.uid(cast.pods(CRITICAL).getFirst());
    cast.expect("both share a node", () -> cast.nodes().size() == 1);
    // So that everybody has heard which pods are there, however late the news.
    scene.pass(Duration.ofSeconds(10));
    var node = cast.nodes().getFirst();

    cast.delete(Resource.NODES, Metas.key(node));

    scene.await(
        "the critical pod is asked to go, and by then the other has gone",
        Duration.ofMinutes(3),
        () -> {
          if (!isStaying(cast.pods(CRITICAL), last)) {
            cast.expect("the other went first", () -> find(cast.pods(WEB), web).isEmpty());
            return true;
          }
          return false;
        });
    scene.await(
        "the node is gone",
        Duration.ofMinutes(3),
        () -> find(cast.nodes(), Metas.uid(node)).isEmpty());
    cast.awaitRunning(WEB, 1);
    cast.awaitRunning(CRITICAL, 1);
    cast.awaitSettled();
    cast.curtain();
    cast.delete(Resource.DEPLOYMENTS, ObjectKey.of("default", CRITICAL));
    Scenarios.close(cast);
  }

  private static void protectedPod(Scene scene, Cast cast)
      throws Unreachable, InterruptedException {
    Scenarios.open(cast, "");
    var deployment = Trees.deployment(WEB, 1, "1");
    deployment.withObject("/spec/template/metadata/annotations").put(DO_NOT_DISRUPT, "true");
    cast.create(Resource.DEPLOYMENTS, deployment);
    cast.awaitRunning(WEB, 1);
    cast.awaitSettled();
    var pod = cast.pods(WEB).getFirst();
    var claim = cast.claims().getFirst();

    cast.delete(Resource.NODE_CLAIMS, Metas.key(claim));
    scene.pass(Duration.ofMinutes(2));
    cast.expect("the pod is left alone", () -> isStaying(cast.pods(WEB), Metas.uid(pod)));

    // Now its owner lets it go.
    cast.patch(
        Resource.PODS,
        Metas.key(pod),
        "{metadata: {annotations: {karpenter.sh/do-not-disrupt: null}}}");
    scene.await(
        "the claim is gone",
        Duration.ofMinutes(3),
        () -> find(cast.claims(), Metas.uid(claim)).isEmpty());
    cast.awaitRunning(WEB, 1);
    cast.awaitSettled();
    Scenarios.close(cast);
  }

  /// Reported ill for longer than is tolerated, if only for a moment.
  private static void illNode(Scene scene, Cast cast) throws Unreachable, InterruptedException {
    Scenarios.open(cast, "");
    cast.create(Resource.DEPLOYMENTS, Trees.deployment(WEB, 1, "1"));
    cast.awaitRunning(WEB, 1);
    cast.awaitSettled();
    var claim = Metas.uid(cast.claims().getFirst());
    var pod = Metas.uid(cast.pods(WEB).getFirst());
    var since = scene.now().minus(Duration.ofMinutes(11)).truncatedTo(ChronoUnit.SECONDS);

    scene
        .kube()
        .patch(
            Resource.NODES,
            Metas.key(cast.nodes().getFirst()),
            Patch.mergeStatus(
                Trees.tree(
                    """
                    status:
                      conditions:
                        - {type: Ready, status: "False", reason: Ill, message: "",
                           lastHeartbeatTime: "%1$s", lastTransitionTime: "%1$s"}
                    """
                        .formatted(since))));

    scene.await(
        "its claim is gone", Duration.ofMinutes(3), () -> find(cast.claims(), claim).isEmpty());
    scene.await(
        "its pod is gone", Duration.ofMinutes(3), () -> find(cast.pods(WEB), pod).isEmpty());
    cast.awaitRunning(WEB, 1);
    cast.awaitSettled();
    Scenarios.close(cast);
  }

  /// Takes a few seconds to stop, so that there is something to see.
  private static ObjectNode slow(ObjectNode deployment) {
    deployment.withObject("/spec/template/spec").put("terminationGracePeriodSeconds", 5);
    return deployment;
  }

  private static boolean isStaying(List<ObjectNode> pods, String uid) {
    return find(pods, uid).stream().noneMatch(Metas::isTerminating) && !find(pods, uid).isEmpty();
  }

  private static List<? extends JsonNode> find(List<ObjectNode> objects, String uid) {
    return objects.stream().filter(object -> Metas.uid(object).equals(uid)).toList();
  }
}
