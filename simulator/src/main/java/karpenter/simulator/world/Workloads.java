package karpenter.simulator.world;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import karpenter.operator.kube.Resource;
import karpenter.simulator.kube.InMemoryKube;
import karpenter.simulator.kube.Metas;

/// What controllers of workloads share: objects made from a template, and owned.
final class Workloads {
  static final Resource JOBS = new Resource("batch", "v1", "jobs", "Job", true);

  private Workloads() {}

  /// A pod of the owner's template, without a name.
  static ObjectNode pod(ObjectNode owner) {
    var template = owner.path("spec").path("template");
    var pod = JsonNodeFactory.instance.objectNode().put("apiVersion", "v1").put("kind", "Pod");
    var metadata = pod.putObject("metadata").put("namespace", Metas.namespace(owner));
    for (var part : List.of("labels", "annotations", "finalizers")) {
      if (template.path("metadata").has(part)) {
        metadata.set(part, template.path("metadata").path(part).deepCopy());
      }
    }
    pod.set("spec", template.path("spec").deepCopy());
    own(pod, owner);
    return pod;
  }

  static void own(ObjectNode object, ObjectNode owner) {
    object
        .withObjectProperty("metadata")
        .putArray("ownerReferences")
        .addObject()
        .put("apiVersion", owner.path("apiVersion").asText())
        .put("kind", owner.path("kind").asText())
        .put("name", Metas.name(owner))
        .put("uid", Metas.uid(owner))
        .put("controller", true)
        .put("blockOwnerDeletion", true);
  }

  /// The pods the owner has, dead and dying ones included.
  static List<ObjectNode> podsOf(InMemoryKube kube, ObjectNode owner) {
    return ownedBy(kube.ownedBy(Metas.uid(owner), Resource.PODS), owner);
  }

  static List<ObjectNode> ownedBy(List<ObjectNode> objects, ObjectNode owner) {
    var owned = new ArrayList<ObjectNode>();
    for (var object : objects) {
      if (Pods.controller(object)
          .filter(reference -> reference.path("uid").asText().equals(Metas.uid(owner)))
          .isPresent()) {
        owned.add(object);
      }
    }
    return owned;
  }

  static boolean isActive(JsonNode pod) {
    return !Pods.hasEnded(pod) && !Metas.isTerminating(pod);
  }

  static int ready(List<ObjectNode> pods) {
    return (int) pods.stream().filter(pod -> isActive(pod) && Pods.isReady(pod)).count();
  }

  /// Writes the counts everybody reads, where they are others than before.
  ///
  /// @param updated those of the present template
  static void report(
      InMemoryKube kube, Resource resource, ObjectNode owner, int pods, int ready, int updated) {
    long generation = owner.path("metadata").path("generation").asLong();
    var before = owner.path("status");
    if (before.path("observedGeneration").asLong(-1) == generation
        && before.path("replicas").asInt(-1) == pods
        && before.path("readyReplicas").asInt(-1) == ready
        && before.path("updatedReplicas").asInt(-1) == updated) {
      return;
    }
    kube.edit(
        resource,
        Metas.key(owner),
        object ->
            object
                .withObjectProperty("status")
                .put("observedGeneration", generation)
                .put("replicas", pods)
                .put("updatedReplicas", updated)
                .put("readyReplicas", ready)
                .put("availableReplicas", ready));
  }
}
