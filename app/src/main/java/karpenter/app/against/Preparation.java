package karpenter.app.against;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import karpenter.api.Annotations;
import karpenter.api.Labels;
import karpenter.app.snapshot.ClusterImage;
import karpenter.app.snapshot.Kinds;
import karpenter.operator.kube.Resource;

/// What an image needs to live on in the simulator, whose world knows fewer kinds than a cluster:
/// 1. Pods of an owner that the simulator does not play (a Job, somebody's own kind) get a
///    ReplicaSet in its stead: they come again when they are evicted, and do not end.
/// 2. Other references to owners that are not in the image are dropped; the simulator would take
///    them for orphans.
/// 3. Templates carry the number of their priority class, which an API server would look up.
/// 4. Nodes that are ready have a kubelet, and machines that Karpenter launched are the simulated
///    cloud's.
final class Preparation {
  private static final Set<String> PLAYED =
      Set.of("ReplicaSet", "StatefulSet", "DaemonSet", "Node");
  private static final Set<String> ENDED = Set.of("Succeeded", "Failed");
  private static final List<Resource> TEMPLATED =
      List.of(
          Resource.DEPLOYMENTS,
          Resource.REPLICA_SETS,
          Resource.STATEFUL_SETS,
          Resource.DAEMON_SETS,
          Resource.POD_TEMPLATES);

  private final ClusterImage image;
  private final Map<String, Integer> priorities = new TreeMap<>();

  private Preparation(ClusterImage image) {
    this.image = image;
  }

  static ClusterImage of(ClusterImage image) {
    var copy = image.copy();
    new Preparation(copy).prepare();
    return copy;
  }

  private void prepare() {
    var uids = new HashSet<String>();
    image.items().forEach(object -> uids.add(object.at("/metadata/uid").asText()));
    standIn(uids);
    image.items().forEach(object -> dropStrangers(object, uids));
    learnPriorities();
    TEMPLATED.forEach(kind -> image.all(kind).forEach(this::prioritize));
    machines();
  }

  private void standIn(Set<String> uids) {
    var byOwner = new LinkedHashMap<String, List<ObjectNode>>();
    for (var pod : image.all(Resource.PODS)) {
      controller(pod)
          .filter(owner -> !isPlayed(owner, uids))
          .map(owner -> owner.path("uid").asText())
          .ifPresent(uid -> byOwner.computeIfAbsent(uid, _ -> new ArrayList<>()).add(pod));
    }
    byOwner.forEach(
        (uid, pods) -> {
          controller(pods.getFirst())
              .ifPresent(owner -> image.put(Resource.REPLICA_SETS, standIn(owner, pods)));
          uids.add(uid);
          for (var pod : pods) {
            controller(pod)
                .ifPresent(owner -> owner.put("apiVersion", "apps/v1").put("kind", "ReplicaSet"));
          }
        });
  }

  private static boolean isPlayed(JsonNode owner, Set<String> uids) {
    return PLAYED.contains(owner.path("kind").asText())
        && uids.contains(owner.path("uid").asText());
  }

  private static ObjectNode standIn(JsonNode owner, List<ObjectNode> pods) {
    var first = pods.getFirst();
    long active =
        pods.stream()
            .filter(pod -> !ENDED.contains(pod.at("/status/phase").asText()))
            .filter(pod -> !pod.path("metadata").has("deletionTimestamp"))
            .count();
    var set = named("apps/v1", "ReplicaSet", first.at("/metadata/namespace").asText());
    set.withObject("/metadata")
        .put("name", owner.path("name").asText())
        .put("uid", owner.path("uid").asText())
        .set("creationTimestamp", first.at("/metadata/creationTimestamp"));
    var spec = set.putObject("spec").put("replicas", active);
    spec.putObject("selector").set("matchLabels", first.at("/metadata/labels").deepCopy());
    var template = spec.putObject("template");
    template.putObject("metadata").set("labels", first.at("/metadata/labels").deepCopy());
    if (first.path("metadata").has("annotations")) {
      template.withObject("/metadata").set("annotations", first.at("/metadata/annotations"));
    }
    var pod = (ObjectNode) first.path("spec").deepCopy();
    pod.remove("nodeName");
    template.set("spec", pod);
    return set;
  }

  /// A Job as something that keeps its pods: how long they run nobody knows.
  static ObjectNode lasting(ObjectNode job) {
    var set = named("apps/v1", "ReplicaSet", job.at("/metadata/namespace").asText());
    set.withObject("/metadata").put("name", job.at("/metadata/name").asText());
    int parallel = job.at("/spec/parallelism").asInt(1);
    int wanted = Math.min(parallel, job.at("/spec/completions").asInt(parallel));
    var spec = set.putObject("spec").put("replicas", wanted);
    spec.set("template", job.at("/spec/template").deepCopy());
    spec.withObject("/template/metadata/labels").put("job-name", set.at("/metadata/name").asText());
    spec.putObject("selector")
        .putObject("matchLabels")
        .put("job-name", set.at("/metadata/name").asText());
    return set;
  }

  private static ObjectNode named(String apiVersion, String kind, String namespace) {
    var object =
        JsonNodeFactory.instance.objectNode().put("apiVersion", apiVersion).put("kind", kind);
    object.putObject("metadata").put("namespace", namespace);
    return object;
  }

  private static void dropStrangers(ObjectNode object, Set<String> uids) {
    if (object.at("/metadata/ownerReferences") instanceof ArrayNode owners) {
      owners.removeIf(owner -> !uids.contains(owner.path("uid").asText()));
      if (owners.isEmpty()) {
        object.withObject("/metadata").remove("ownerReferences");
      }
    }
  }

  private void learnPriorities() {
    for (var priority : image.all(Kinds.PRIORITY_CLASSES)) {
      int value = priority.path("value").asInt();
      priorities.put(priority.at("/metadata/name").asText(), value);
      if (priority.path("globalDefault").asBoolean()) {
        priorities.put("", value);
      }
    }
  }

  private void prioritize(ObjectNode workload) {
    prioritize(workload, priorities);
  }

  static void prioritize(ObjectNode workload, Map<String, Integer> priorities) {
    for (var path : List.of("/spec/template/spec", "/template/spec")) {
      if (workload.at(path) instanceof ObjectNode spec && !spec.has("priority")) {
        var value = priorities.get(spec.path("priorityClassName").asText());
        if (value != null) {
          spec.put("priority", value);
        }
      }
    }
  }

  static Map<String, Integer> priorities(ClusterImage image) {
    var preparation = new Preparation(image);
    preparation.learnPriorities();
    return preparation.priorities;
  }

  private void machines() {
    var renamed = new TreeMap<String, String>();
    for (var node : image.all(Resource.NODES)) {
      if (isReady(node)) {
        node.withObject("/metadata/annotations").put(Annotations.KWOK_NODE, "fake");
      }
      var id = node.at("/spec/providerID").asText();
      boolean isOurs = node.at("/metadata/labels").has(Labels.NODE_POOL);
      if (isOurs && !id.isEmpty() && !id.startsWith("kwok://")) {
        var ours = "kwok://" + node.at("/metadata/name").asText();
        renamed.put(id, ours);
        node.withObject("/spec").put("providerID", ours);
      }
    }
    for (var claim : image.all(Resource.NODE_CLAIMS)) {
      var ours = renamed.get(claim.at("/status/providerID").asText());
      if (ours != null) {
        claim.withObject("/status").put("providerID", ours);
      }
    }
  }

  private static boolean isReady(ObjectNode node) {
    for (var condition : node.at("/status/conditions")) {
      if (condition.path("type").asText().equals("Ready")) {
        return condition.path("status").asText().equals("True");
      }
    }
    return false;
  }

  private static Optional<ObjectNode> controller(ObjectNode pod) {
    for (var owner : pod.at("/metadata/ownerReferences")) {
      if (owner.path("controller").asBoolean() && owner instanceof ObjectNode found) {
        return Optional.of(found);
      }
    }
    return Optional.empty();
  }
}
