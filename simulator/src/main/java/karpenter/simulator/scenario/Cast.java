package karpenter.simulator.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import karpenter.operator.Unreachable;
import karpenter.operator.kube.Answer;
import karpenter.operator.kube.Deletion;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Patch;
import karpenter.operator.kube.Resource;
import karpenter.simulator.kube.Metas;

/// What our stories do and look at, in their own words.
final class Cast {
  static final Resource NODE_CLASSES =
      new Resource("karpenter.kwok.sh", "v1alpha1", "kwoknodeclasses", "KWOKNodeClass", false);
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final String POOL = "karpenter.sh/nodepool";

  private final Scene scene;

  Cast(Scene scene) {
    this.scene = scene;
  }

  /// The story is told.
  void curtain() throws Unreachable, InterruptedException {
    scene.curtain();
  }

  void create(Resource resource, ObjectNode object) throws Unreachable, InterruptedException {
    var answer = scene.kube().create(resource, object);
    if (!(answer instanceof Answer.Done)) {
      throw new Scene.Unmet("creating " + Metas.key(object) + " was answered " + answer);
    }
  }

  void patch(Resource resource, ObjectKey key, String body)
      throws Unreachable, InterruptedException {
    var answer = scene.kube().patch(resource, key, Patch.merge(Trees.tree(body)));
    if (!(answer instanceof Answer.Done)) {
      throw new Scene.Unmet("patching " + key + " was answered " + answer);
    }
  }

  void delete(Resource resource, ObjectKey key) throws Unreachable, InterruptedException {
    scene.kube().delete(resource, key, Deletion.PLAIN);
  }

  JsonNode get(Resource resource, ObjectKey key) throws Unreachable, InterruptedException {
    return scene.kube().get(resource, key) instanceof Answer.Done(var object)
        ? object
        : MissingNode.getInstance();
  }

  void scale(String deployment, int replicas) throws Unreachable, InterruptedException {
    patch(
        Resource.DEPLOYMENTS,
        ObjectKey.of("default", deployment),
        "{spec: {replicas: %d}}".formatted(replicas));
  }

  List<ObjectNode> claims() throws Unreachable, InterruptedException {
    return scene.kube().list(Resource.NODE_CLAIMS, "");
  }

  /// Nodes of our pools.
  List<ObjectNode> nodes() throws Unreachable, InterruptedException {
    return scene.kube().list(Resource.NODES, "").stream()
        .filter(node -> node.at("/metadata/labels").has(POOL))
        .toList();
  }

  List<ObjectNode> pods(String app) throws Unreachable, InterruptedException {
    return scene.kube().list(Resource.PODS, "default").stream()
        .filter(pod -> pod.at("/metadata/labels/app").asText().equals(app))
        .toList();
  }

  void awaitRunning(String app, int count) throws Unreachable, InterruptedException {
    scene.await(
        count + " pods of " + app + " run",
        PATIENCE,
        () -> {
          var pods = pods(app);
          return pods.size() == count && pods.stream().allMatch(Cast::runs);
        });
  }

  void awaitClaims(String what, int count) throws Unreachable, InterruptedException {
    scene.await(
        "there are " + count + " claims: " + what, PATIENCE, () -> claims().size() == count);
  }

  void awaitNodes(int count) throws Unreachable, InterruptedException {
    scene.await(
        "%d nodes are left".formatted(count),
        PATIENCE,
        () -> nodes().size() == count && claims().size() == count);
  }

  void awaitNothingLeft() throws Unreachable, InterruptedException {
    scene.await(
        "no claim and no node is left", PATIENCE, () -> claims().isEmpty() && nodes().isEmpty());
  }

  /// Every claim is initialized, and has one node.
  void awaitSettled() throws Unreachable, InterruptedException {
    scene.await(
        "every claim has its node",
        PATIENCE,
        () -> {
          var claims = claims();
          var nodes = nodes();
          return claims.size() == nodes.size() && claims.stream().allMatch(Cast::isInitialized);
        });
  }

  void expect(String what, Scene.Condition condition) throws Unreachable, InterruptedException {
    if (!condition.holds()) {
      throw new Scene.Unmet("expected that " + what);
    }
  }

  static boolean runs(JsonNode pod) {
    return pod.at("/status/phase").asText().equals("Running")
        && !Metas.isTerminating(pod)
        && is(pod, "Ready");
  }

  static boolean isInitialized(JsonNode claim) {
    return is(claim, "Initialized");
  }

  static boolean is(JsonNode object, String type) {
    for (var condition : object.at("/status/conditions")) {
      if (condition.path("type").asText().equals(type)) {
        return condition.path("status").asText().equals("True");
      }
    }
    return false;
  }
}
