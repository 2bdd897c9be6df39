package karpenter.bench.check;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/// A node that is there already.
record Node(
    String name,
    SortedMap<String, String> labels,
    List<Taint> taints,
    Resources capacity,
    Resources allocatable) {
  private static final String UNSCHEDULABLE = "node.kubernetes.io/unschedulable";

  /// Taints of a node that is still starting; it will lose them by itself.
  private static final List<Taint> EPHEMERAL =
      List.of(
          new Taint("node.kubernetes.io/not-ready", "", "NoSchedule"),
          new Taint("node.kubernetes.io/not-ready", "", "NoExecute"),
          new Taint("node.kubernetes.io/unreachable", "", "NoSchedule"),
          new Taint("node.cloudprovider.kubernetes.io/uninitialized", "", "NoSchedule"),
          new Taint("karpenter.sh/unregistered", "", "NoExecute"));

  static Node read(JsonNode json, Map<String, Pool> pools) {
    var meta = json.path("metadata");
    var status = json.path("status");
    var labels = Json.nodeLabels(meta.path("labels"));
    labels.putIfAbsent(LabelKeys.HOSTNAME, Json.text(meta, "name"));
    labels.put(LabelKeys.NODE_NAME_FIELD, Json.text(meta, "name"));
    var capacity = Json.resources(status.path("capacity"));
    return new Node(
        Json.text(meta, "name"),
        labels,
        taints(json.path("spec"), labels, pools),
        capacity,
        Json.find(status, "allocatable").map(Json::resources).orElse(capacity));
  }

  /// A node that has been ordered and is not there yet. Its startup taints will be gone by then.
  static Node readInFlight(JsonNode claim) {
    var meta = claim.path("metadata");
    var name = Json.text(claim.path("status"), "nodeName", Json.text(meta, "name"));
    var labels = Json.nodeLabels(meta.path("labels"));
    labels.putIfAbsent(LabelKeys.HOSTNAME, name);
    labels.put(LabelKeys.NODE_NAME_FIELD, name);
    return new Node(
        name,
        labels,
        Json.items(claim.path("spec").path("taints"), Taint::read),
        Json.resources(claim.path("status").path("capacity")),
        Json.resources(claim.path("status").path("allocatable")));
  }

  private static List<Taint> taints(
      JsonNode spec, Map<String, String> labels, Map<String, Pool> pools) {
    var taints = new ArrayList<>(Json.items(spec.path("taints"), Taint::read));
    if (spec.path("unschedulable").asBoolean()
        && taints.stream().noneMatch(taint -> taint.key().equals(UNSCHEDULABLE)))
      taints.add(new Taint(UNSCHEDULABLE, "", "NoSchedule"));
    var pool = pools.get(labels.getOrDefault(LabelKeys.NODE_POOL, ""));
    if (pool != null && !labels.getOrDefault(LabelKeys.INITIALIZED, "").equals("true"))
      taints.removeIf(taint -> isTemporary(taint, pool));
    return taints;
  }

  private static boolean isTemporary(Taint taint, Pool pool) {
    return taint.key().startsWith("readiness.k8s.io/")
        || EPHEMERAL.stream().anyMatch(taint::sameKeyAndEffect)
        || pool.startupTaints().stream().anyMatch(taint::sameKeyAndEffect);
  }
}
