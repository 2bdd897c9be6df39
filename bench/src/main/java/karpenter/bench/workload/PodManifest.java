package karpenter.bench.workload;

import static karpenter.bench.workload.Tree.object;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Pods as an API server would return them. Constraints are added to the spec after the fact; the
/// parts every pod shares live here.
final class PodManifest {

  private static final String COMMON_LABEL = "testing/cluster";

  private PodManifest() {}

  /// What tells one pod from another.
  record Identity(String name, String uid, String created) {
    static Identity of(Draw draw, String name, int index) {
      return new Identity(name, draw.uid("pod/" + name), Draw.created(index));
    }
  }

  static ObjectNode pending(
      Identity identity, Map<String, String> labels, Map<String, String> requests) {
    var waiting = object("type", "PodScheduled", "status", "False", "reason", "Unschedulable");
    return pod(identity, labels, requests)
        .set("status", object("phase", "Pending", "conditions", List.of(waiting)));
  }

  static ObjectNode bound(
      Identity identity, Map<String, String> labels, Map<String, String> requests, String node) {
    var pod = pod(identity, labels, requests);
    spec(pod).put("nodeName", node);
    return pod.set("status", object("phase", "Running"));
  }

  private static ObjectNode pod(
      Identity identity, Map<String, String> labels, Map<String, String> requests) {
    var all = new TreeMap<>(labels);
    all.put(COMMON_LABEL, "unspecified");
    return object(
        "apiVersion",
        "v1",
        "kind",
        "Pod",
        "metadata",
        object(
            "name", identity.name(),
            "namespace", "default",
            "uid", identity.uid(),
            "creationTimestamp", identity.created(),
            "labels", all),
        "spec",
        object("containers", List.of(container(requests))));
  }

  static void ownedByReplicaSet(Draw draw, ObjectNode pod, String name) {
    ownedBy(pod, "apps/v1", "ReplicaSet", name, draw.uid("replicaset/" + name));
  }

  static void ownedByJob(Draw draw, ObjectNode pod, String name) {
    ownedBy(pod, "batch/v1", "Job", name, draw.uid("job/" + name));
  }

  private static void ownedBy(
      ObjectNode pod, String apiVersion, String kind, String name, String uid) {
    var owner =
        object(
            "apiVersion",
            apiVersion,
            "kind",
            kind,
            "name",
            name,
            "uid",
            uid,
            "controller",
            true,
            "blockOwnerDeletion",
            true);
    pod.withObject("/metadata").set("ownerReferences", Tree.array(List.of(owner)));
  }

  static ObjectNode container(Map<String, String> requests) {
    return object(
        "name", "main",
        "image", "registry.k8s.io/pause:3.10",
        "resources", object("requests", new TreeMap<>(requests)));
  }

  static Map<String, String> requests(String cpu, String memory) {
    return Map.of("cpu", cpu, "memory", memory);
  }

  static ObjectNode spec(ObjectNode pod) {
    return pod.withObject("/spec");
  }
}
