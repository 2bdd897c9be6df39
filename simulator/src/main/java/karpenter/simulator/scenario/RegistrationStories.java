package karpenter.simulator.scenario;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import karpenter.operator.Unreachable;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;
import karpenter.simulator.kube.Metas;

/// How claims become nodes: what must be there before, what is written on them, and what is left
/// alone.
final class RegistrationStories {
  private static final String WEB = "web";
  private static final ObjectKey POOL = ObjectKey.cluster(Scenarios.POOL);
  private static final ObjectKey ALONE = ObjectKey.cluster("alone");
  private static final String HASH = "karpenter.sh/nodepool-hash";
  private static final String UNREGISTERED = "karpenter.sh/unregistered";
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final Duration A_WHILE = Duration.ofSeconds(20);

  private RegistrationStories() {}

  static List<Scenario> all() {
    return List.of(
        Scenarios.story("claim has its finalizer before its machine", RegistrationStories::held),
        Scenarios.story("claim that nothing can serve goes at once", RegistrationStories::inVain),
        Scenarios.story("node gets what its claim says", RegistrationStories::labelled),
        Scenarios.story("startup taints do not come back", RegistrationStories::startupTaints),
        Scenarios.story("hash of another version is stamped anew", RegistrationStories::hash));
  }

  /// Here the story makes the nodes, for which nodes must be all there is to a machine.
  static List<Scenario> onKwok() {
    return List.of(
        Scenarios.story("claim is deleted before its node comes", RegistrationStories::nodeless),
        Scenarios.story("node without its taint is registered", RegistrationStories::untainted),
        Scenarios.story("node is not used before it is prepared", RegistrationStories::prepared),
        Scenarios.story("taints are left alone where asked", RegistrationStories::leftAlone));
  }

  private static void held(Scene scene, Cast cast) throws Unreachable, InterruptedException {
    Scenarios.open(cast, "");
    cast.create(Resource.DEPLOYMENTS, Trees.deployment(WEB, 2, "1500m"));
    scene.await(
        "both claims are initialized",
        PATIENCE,
        () -> {
          var claims = cast.claims();
          for (var claim : claims) {
            cast.expect(
                "what is launched cannot vanish",
                () ->
                    claim.at("/status/providerID").asText().isEmpty()
                        || claim.at("/metadata/finalizers").toString().contains("karpenter.sh"));
          }
          return claims.size() == 2 && claims.stream().allMatch(Cast::isInitialized);
        });
    cast.awaitRunning(WEB, 2);
    Scenarios.close(cast);
  }

  private static void inVain(Scene scene, Cast cast) throws Unreachable, InterruptedException {
    cast.create(Cast.NODE_CLASSES, Trees.nodeClass(""));
    var claim = claim("");
    claim
        .withArray("/spec/requirements")
        .add(Trees.tree("{key: karpenter.kwok.sh/instance-cpu, operator: In, values: ['3']}"));
    cast.create(Resource.NODE_CLAIMS, claim);
    scene.await("the claim is gone", PATIENCE, () -> cast.claims().isEmpty());
    cast.expect("there is no node", () -> cast.nodes().isEmpty());
    cast.curtain();
    cast.delete(Cast.NODE_CLASSES, ObjectKey.cluster("default"));
  }

  private static void labelled(Scene scene, Cast cast) throws Unreachable, InterruptedException {
    cast.create(Cast.NODE_CLASSES, Trees.nodeClass(""));
    var pool = Trees.pool(Scenarios.POOL);
    pool.withObject("/spec/template/metadata/labels").put("team", "blue");
    pool.withObject("/spec/template/metadata/annotations").put("note", "mind the gap");
    cast.create(Resource.NODE_POOLS, pool);
    cast.create(Resource.DEPLOYMENTS, Trees.deployment(WEB, 1, "1500m"));
    cast.awaitRunning(WEB, 1);
    cast.awaitSettled();
    var metadata = cast.nodes().getFirst().at("/metadata");
    cast.expect("it is of the team", () -> metadata.at("/labels/team").asText().equals("blue"));
    cast.expect(
        "it has the note", () -> metadata.at("/annotations/note").asText().equals("mind the gap"));
    Scenarios.close(cast);
  }

  private static void startupTaints(Scene scene, Cast cast)
      throws Unreachable, InterruptedException {
    cast.create(Cast.NODE_CLASSES, Trees.nodeClass(""));
    var pool = Trees.pool(Scenarios.POOL);
    pool.withObject("/spec/template/spec")
        .putArray("startupTaints")
        .add(Trees.tree("{key: example.com/starting, effect: NoSchedule}"));
    cast.create(Resource.NODE_POOLS, pool);
    cast.create(Resource.DEPLOYMENTS, Trees.deployment(WEB, 1, "1500m"));
    cast.awaitClaims("one for the pod", 1);
    scene.await("it is registered", PATIENCE, () -> Cast.is(claim(cast), "Registered"));
    cast.expect("it is not initialized", () -> !Cast.isInitialized(claim(cast)));

    untaint(cast);
    cast.awaitRunning(WEB, 1);
    cast.awaitSettled();
    scene.pass(A_WHILE);
    cast.expect("the taint is off", () -> !has(cast.nodes().getFirst(), "example.com/starting"));
    Scenarios.close(cast);
  }

  /// As after an upgrade from an edition that reckoned otherwise.
  private static void hash(Scene scene, Cast cast) throws Unreachable, InterruptedException {
    Scenarios.open(cast, "");
    cast.create(Resource.DEPLOYMENTS, Trees.deployment(WEB, 1, "1500m"));
    cast.awaitRunning(WEB, 1);
    cast.awaitSettled();
    var hash = annotation(cast.get(Resource.NODE_POOLS, POOL), HASH);

    cast.patch(
        Resource.NODE_CLAIMS,
        Metas.key(claim(cast)),
        "{metadata: {annotations: {%1$s: '1', %1$s-version: v1}}}".formatted(HASH));
    // So that everybody has heard of it, however late the news.
    scene.pass(Duration.ofSeconds(5));
    cast.patch(
        Resource.NODE_POOLS,
        POOL,
        "{metadata: {annotations: {%1$s: '1', %1$s-version: v1}}}".formatted(HASH));

    scene.await(
        "all hashes are as before",
        PATIENCE,
        () ->
            annotation(claim(cast), HASH).equals(hash)
                && annotation(cast.get(Resource.NODE_POOLS, POOL), HASH).equals(hash));
    scene.pass(A_WHILE);
    cast.expect("nothing has drifted", () -> !Cast.is(claim(cast), "Drifted"));
    Scenarios.close(cast);
  }

  private static void nodeless(Scene scene, Cast cast) throws Unreachable, InterruptedException {
    launch(scene, cast, "");
    cast.delete(Resource.NODE_CLAIMS, ALONE);
    scene.await("the claim is gone", PATIENCE, () -> cast.claims().isEmpty());
    cast.expect("no node came", () -> cast.nodes().isEmpty());
    cast.curtain();
    cast.delete(Cast.NODE_CLASSES, ObjectKey.cluster("default"));
  }

  private static void untainted(Scene scene, Cast cast) throws Unreachable, InterruptedException {
    launch(scene, cast, "");
    cast.create(Resource.NODES, node(claim(cast), ""));
    scene.await("it is initialized", PATIENCE, () -> Cast.isInitialized(claim(cast)));
    scene.await(
        "somebody is told",
        PATIENCE,
        () ->
            scene.kube().list(Resource.EVENTS, "").stream()
                .anyMatch(e -> e.path("reason").asText().equals("UnregisteredTaintMissing")));
    close(scene, cast);
  }

  private static void prepared(Scene scene, Cast cast) throws Unreachable, InterruptedException {
    launch(scene, cast, "");
    cast.create(
        Resource.NODES,
        node(
            claim(cast),
            """
            {key: %s, effect: NoExecute}, {key: readiness.k8s.io/network, effect: NoSchedule}
            """
                .formatted(UNREGISTERED)));
    scene.await("it is registered", PATIENCE, () -> Cast.is(claim(cast), "Registered"));
    scene.pass(A_WHILE);
    cast.expect("it is not initialized", () -> !Cast.isInitialized(claim(cast)));

    untaint(cast);
    scene.await("it is initialized", PATIENCE, () -> Cast.isInitialized(claim(cast)));
    close(scene, cast);
  }

  private static void leftAlone(Scene scene, Cast cast) throws Unreachable, InterruptedException {
    launch(scene, cast, "taints: [{key: dedicated, effect: NoSchedule}]");
    var node = node(claim(cast), "{key: %s, effect: NoExecute}".formatted(UNREGISTERED));
    node.withObject("/metadata/labels").put("karpenter.sh/do-not-sync-taints", "true");
    cast.create(Resource.NODES, node);
    scene.await("it is initialized", PATIENCE, () -> Cast.isInitialized(claim(cast)));
    var made = cast.get(Resource.NODES, Metas.key(node));
    cast.expect("the claim's taint is not on it", () -> !has(made, "dedicated"));
    cast.expect("ours is off", () -> !has(made, UNREGISTERED));
    close(scene, cast);
  }

  /// A claim of no pool, whose node nobody makes but the story.
  private static void launch(Scene scene, Cast cast, String spec)
      throws Unreachable, InterruptedException {
    cast.create(Cast.NODE_CLASSES, Trees.nodeClass("30m"));
    cast.create(Resource.NODE_CLAIMS, claim(spec));
    scene.await("it is launched", PATIENCE, () -> Cast.is(claim(cast), "Launched"));
  }

  private static void close(Scene scene, Cast cast) throws Unreachable, InterruptedException {
    cast.curtain();
    cast.delete(Resource.NODE_CLAIMS, ALONE);
    scene.await(
        "it has gone with its node",
        PATIENCE,
        () -> cast.claims().isEmpty() && scene.kube().list(Resource.NODES, "").isEmpty());
    cast.delete(Cast.NODE_CLASSES, ObjectKey.cluster("default"));
  }

  private static ObjectNode claim(String spec) {
    var claim = Trees.claimAlone();
    claim.withObject("/spec").setAll(Trees.tree("{" + spec + "}"));
    return claim;
  }

  /// As a kubelet would make it.
  private static ObjectNode node(JsonNode claim, String taints) {
    var node =
        Trees.tree(
            """
            apiVersion: v1
            kind: Node
            metadata:
              name: made-by-hand
              labels: {kubernetes.io/hostname: made-by-hand, kwok.x-k8s.io/node: fake}
              annotations: {kwok.x-k8s.io/node: fake}
            spec: {taints: [%s]}
            """
                .formatted(taints));
    node.withObject("/spec").set("providerID", claim.at("/status/providerID"));
    node.withObject("/status").set("capacity", claim.at("/status/capacity"));
    node.withObject("/status").set("allocatable", claim.at("/status/allocatable"));
    return node;
  }

  private static void untaint(Cast cast) throws Unreachable, InterruptedException {
    cast.patch(
        Resource.NODES,
        ObjectKey.cluster(claim(cast).at("/status/nodeName").asText()),
        "{spec: {taints: null}}");
  }

  private static boolean has(JsonNode node, String taint) {
    for (var one : node.at("/spec/taints")) {
      if (one.path("key").asText().equals(taint)) {
        return true;
      }
    }
    return false;
  }

  private static JsonNode claim(Cast cast) throws Unreachable, InterruptedException {
    return cast.claims().getFirst();
  }

  private static String annotation(JsonNode object, String key) {
    return object.at("/metadata/annotations").path(key).asText();
  }
}
