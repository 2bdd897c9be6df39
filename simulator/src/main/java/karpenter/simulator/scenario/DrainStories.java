package karpenter.simulator.scenario;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import karpenter.operator.Unreachable;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;
import karpenter.simulator.kube.Metas;

/// How pods leave a node that goes: those of nobody, those that want to stay, those that come back,
/// and those whose time is up.
final class DrainStories {
  private static final String WEB = "web";
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private DrainStories() {}

  static List<Scenario> all() {
    return List.of(
        Scenarios.story("pod is made to go in time for its deadline", DrainStories::inTime),
        Scenarios.story("pod with no time before its deadline goes", DrainStories::atOnce),
        Scenarios.story("pod of nobody is evicted", DrainStories::ofNobody),
        Scenarios.story("pod that tolerates it is not waited for", DrainStories::tolerant),
        Scenarios.story("stateful pod comes back and is left alone", DrainStories::stateful));
  }

  /// It has 40 seconds to stop, and its node has a minute to go: it is told after 20.
  private static void inTime(Scene scene, Cast cast) throws Unreachable, InterruptedException {
    bounded(cast, 40);
    var pod = Metas.uid(cast.pods(WEB).getFirst());
    var begin = scene.now();
    cast.delete(Resource.NODE_CLAIMS, Metas.key(cast.claims().getFirst()));

    scene.pass(Duration.ofSeconds(12));
    cast.expect(
        "it is left alone at first",
        () ->
            cast.pods(WEB).stream()
                .anyMatch(p -> Metas.uid(p).equals(pod) && !Metas.isTerminating(p)));
    scene.await(
        "it was told to go",
        PATIENCE,
        () ->
            cast.pods(WEB).stream()
                .noneMatch(p -> Metas.uid(p).equals(pod) && !Metas.isTerminating(p)));
    cast.expect(
        "it was in time",
        () -> Duration.between(begin, scene.now()).compareTo(Duration.ofSeconds(60)) < 0);
    closeBounded(cast);
  }

  private static void atOnce(Scene scene, Cast cast) throws Unreachable, InterruptedException {
    bounded(cast, 300);
    var pod = Metas.uid(cast.pods(WEB).getFirst());
    cast.delete(Resource.NODE_CLAIMS, Metas.key(cast.claims().getFirst()));
    scene.await(
        "it is told to go",
        Duration.ofSeconds(25),
        () ->
            cast.pods(WEB).stream()
                .noneMatch(p -> Metas.uid(p).equals(pod) && !Metas.isTerminating(p)));
    closeBounded(cast);
  }

  /// A pod that no budget lets go, on a node that has a minute.
  private static void bounded(Cast cast, int graceSeconds)
      throws Unreachable, InterruptedException {
    cast.create(Cast.NODE_CLASSES, Trees.nodeClass(""));
    var pool = Trees.pool(Scenarios.POOL);
    pool.withObject("/spec/template/spec").put("terminationGracePeriod", "60s");
    cast.create(Resource.NODE_POOLS, pool);
    var web = Trees.deployment(WEB, 1, "1");
    web.withObject("/spec/template/spec").put("terminationGracePeriodSeconds", graceSeconds);
    cast.create(Resource.DEPLOYMENTS, web);
    cast.create(Resource.POD_DISRUPTION_BUDGETS, Trees.budget(WEB, "0"));
    cast.awaitRunning(WEB, 1);
    cast.awaitSettled();
  }

  private static void closeBounded(Cast cast) throws Unreachable, InterruptedException {
    cast.awaitRunning(WEB, 1);
    cast.awaitSettled();
    cast.curtain();
    cast.delete(Resource.POD_DISRUPTION_BUDGETS, ObjectKey.of("default", WEB));
    Scenarios.close(cast);
  }

  /// Nothing is bought for it before it is gone, because nothing more may be.
  private static void ofNobody(Scene scene, Cast cast) throws Unreachable, InterruptedException {
    Scenarios.open(cast, "");
    cast.create(Resource.PODS, pod(""));
    cast.awaitRunning(WEB, 1);
    cast.awaitSettled();
    cast.patch(
        Resource.NODE_POOLS, ObjectKey.cluster(Scenarios.POOL), "{spec: {limits: {cpu: '0'}}}");
    // So that everybody has heard of it, however late the news.
    scene.pass(Duration.ofSeconds(10));

    cast.delete(Resource.NODES, Metas.key(cast.nodes().getFirst()));

    scene.await("the pod is gone", PATIENCE, () -> cast.pods(WEB).isEmpty());
    cast.awaitNothingLeft();
    Scenarios.close(cast);
  }

  /// The node goes, and takes it along. Until then it looks as if it will need another.
  private static void tolerant(Scene scene, Cast cast) throws Unreachable, InterruptedException {
    Scenarios.open(cast, "");
    cast.create(
        Resource.PODS, pod("tolerations: [{key: karpenter.sh/disrupted, operator: Exists}]"));
    cast.awaitRunning(WEB, 1);
    cast.awaitSettled();

    var node = Metas.uid(cast.nodes().getFirst());
    cast.delete(Resource.NODE_CLAIMS, Metas.key(cast.claims().getFirst()));

    scene.await(
        "the node is gone",
        PATIENCE,
        () -> cast.nodes().stream().noneMatch(n -> Metas.uid(n).equals(node)));
    scene.await("the pod is gone with it", PATIENCE, () -> cast.pods(WEB).isEmpty());
    cast.awaitSettled();
    Scenarios.close(cast);
  }

  private static void stateful(Scene scene, Cast cast) throws Unreachable, InterruptedException {
    Scenarios.open(cast, "");
    var web = Trees.deployment(WEB, 1, "1500m");
    web.put("kind", "StatefulSet");
    web.withObject("/spec").put("serviceName", WEB);
    cast.create(Resource.STATEFUL_SETS, web);
    cast.awaitRunning(WEB, 1);
    cast.awaitSettled();
    var first = Metas.uid(cast.pods(WEB).getFirst());

    cast.delete(Resource.NODES, Metas.key(cast.nodes().getFirst()));

    scene.await(
        "it is another pod",
        PATIENCE,
        () -> cast.pods(WEB).stream().noneMatch(pod -> Metas.uid(pod).equals(first)));
    cast.awaitRunning(WEB, 1);
    cast.awaitSettled();
    var second = Metas.uid(cast.pods(WEB).getFirst());
    scene.pass(Duration.ofSeconds(30));
    cast.expect("nobody asked it to go", () -> Metas.uid(cast.pods(WEB).getFirst()).equals(second));
    cast.curtain();
    cast.delete(Resource.STATEFUL_SETS, ObjectKey.of("default", WEB));
    Scenarios.close(cast);
  }

  private static ObjectNode pod(String spec) {
    var pod =
        Trees.tree(
            """
            apiVersion: v1
            kind: Pod
            metadata: {name: web, namespace: default, labels: {app: web}}
            spec:
              terminationGracePeriodSeconds: 0
              nodeSelector: {scenario: karpenter}
              containers:
                - {name: main, image: none, resources: {requests: {cpu: "1", memory: 64Mi}}}
            """);
    pod.withObject("/spec").setAll(Trees.tree("{" + spec + "}"));
    return pod;
  }
}
