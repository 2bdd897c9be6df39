package karpenter.bench.workload;

import static karpenter.bench.workload.Tree.object;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import karpenter.bench.workload.UnderusedPools.UnderusedPool;

/// A node that has long been up, and its NodeClaim.
///
/// @param type an entry of the catalogue
record NodeManifest(
    String name, UnderusedPool pool, JsonNode type, String zone, String capacityType) {

  private static final List<String> CLAIM_CONDITIONS =
      List.of("Launched", "Registered", "Initialized", "Consolidatable", "Ready");

  ObjectNode node(Draw draw) {
    var spec = object("providerID", providerId());
    spec.setAll(taints());
    var labels = labels();
    labels.put(Labels.HOSTNAME, name);
    labels.put(Labels.REGISTERED, "true");
    labels.put(Labels.INITIALIZED, "true");
    return object(
        "apiVersion",
        "v1",
        "kind",
        "Node",
        "metadata",
        object(
            "name",
            name,
            "uid",
            draw.uid("node/" + name),
            "creationTimestamp",
            Draw.created(0),
            "labels",
            labels),
        "spec",
        spec,
        "status",
        object(
            "capacity", type.path("capacity"),
            "allocatable", allocatable(),
            "conditions", List.of(object("type", "Ready", "status", "True"))));
  }

  ObjectNode claim(Draw draw) {
    var spec =
        object(
            "nodeClassRef",
            object(
                "group", "karpenter.kwok.sh",
                "kind", "KWOKNodeClass",
                "name", "default"),
            "requirements",
            List.of(Tree.in(Labels.INSTANCE_TYPE, type.path("name").asText())),
            "expireAfter",
            "Never");
    spec.setAll(taints());
    return object(
        "apiVersion",
        "karpenter.sh/v1",
        "kind",
        "NodeClaim",
        "metadata",
        object(
            "name", name,
            "uid", draw.uid("nodeclaim/" + name),
            "creationTimestamp", Draw.created(0),
            "labels", labels(),
            "ownerReferences",
                List.of(
                    object(
                        "apiVersion",
                        "karpenter.sh/v1",
                        "kind",
                        "NodePool",
                        "name",
                        pool.name(),
                        "uid",
                        draw.uid("nodepool/" + pool.name()),
                        "blockOwnerDeletion",
                        true))),
        "spec",
        spec,
        "status",
        object(
            "providerID", providerId(),
            "nodeName", name,
            "capacity", type.path("capacity"),
            "allocatable", allocatable(),
            "conditions", CLAIM_CONDITIONS.stream().map(NodeManifest::condition).toList()));
  }

  private static ObjectNode condition(String kind) {
    return object(
        "type",
        kind,
        "status",
        "True",
        "reason",
        kind,
        "message",
        "",
        "lastTransitionTime",
        Draw.created(0),
        "observedGeneration",
        1);
  }

  private String providerId() {
    return "bench://" + name;
  }

  private Map<String, String> labels() {
    var labels = new TreeMap<String, String>();
    for (var requirement : type.path("requirements")) {
      if (requirement.path("values").size() == 1) {
        labels.put(requirement.path("key").asText(), requirement.path("values").path(0).asText());
      }
    }
    labels.put(Labels.NODE_POOL, pool.name());
    labels.put(Labels.ZONE, zone);
    labels.put(Labels.CAPACITY_TYPE, capacityType);
    labels.put("testing/cluster", "unspecified");
    labels.put("karpenter.kwok.sh/kwoknodeclass", "default");
    pool.team().ifPresent(owner -> labels.put(UnderusedPools.TEAM, owner));
    return labels;
  }

  private ObjectNode taints() {
    return pool.team()
        .map(
            owner ->
                object(
                    "taints",
                    List.of(
                        object(
                            "key", UnderusedPools.TEAM, "value", owner, "effect", "NoSchedule"))))
        .orElse(object());
  }

  private ObjectNode allocatable() {
    var allocatable = type.path("capacity").deepCopy();
    ((ObjectNode) allocatable).put("cpu", InstanceTypeManifest.allocatableCpu(type) + "m");
    ((ObjectNode) allocatable).put("memory", InstanceTypeManifest.allocatableMemory(type) + "Mi");
    return (ObjectNode) allocatable;
  }
}
