package karpenter.app.snapshot;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Set;

/// An object without what decides nothing and may be a secret. Of pods, templates, nodes, volumes
/// and all annotations, what is kept is listed and not what is dropped: a field that nobody has
/// thought of stays out.
public final class Redaction {
  private static final Set<String> METADATA =
      Set.of(
          "name",
          "generateName",
          "namespace",
          "uid",
          "labels",
          "ownerReferences",
          "creationTimestamp",
          "deletionTimestamp",
          "deletionGracePeriodSeconds",
          "finalizers",
          "generation");
  private static final List<String> ANNOTATIONS =
      List.of(
          "karpenter.sh/",
          "karpenter-jvm.dev/",
          "karpenter.kwok.sh/",
          "karpenter.k8s.aws/",
          "kwok.x-k8s.io/",
          "pod-delete.stage.kwok.x-k8s.io/",
          "cluster-autoscaler.kubernetes.io/safe-to-evict",
          "controller.kubernetes.io/pod-deletion-cost",
          "storageclass.kubernetes.io/is-default-class",
          "volume.kubernetes.io/selected-node");
  private static final Set<String> POD_SPEC =
      Set.of(
          "activeDeadlineSeconds",
          "affinity",
          "hostNetwork",
          "nodeName",
          "nodeSelector",
          "os",
          "overhead",
          "preemptionPolicy",
          "priority",
          "priorityClassName",
          "resourceClaims",
          "resources",
          "restartPolicy",
          "runtimeClassName",
          "schedulerName",
          "schedulingGates",
          "terminationGracePeriodSeconds",
          "tolerations",
          "topologySpreadConstraints");
  private static final List<String> CONTAINERS = List.of("initContainers", "containers");
  private static final Set<String> CONTAINER =
      Set.of("name", "image", "resources", "ports", "restartPolicy");
  private static final Set<String> POD_STATUS =
      Set.of(
          "phase",
          "reason",
          "startTime",
          "nominatedNodeName",
          "qosClass",
          "resourceClaimStatuses",
          "extendedResourceClaimStatus");
  private static final Set<String> NODE_STATUS =
      Set.of("allocatable", "capacity", "phase", "volumesAttached", "volumesInUse");

  private static final Set<String> VOLUME =
      Set.of(
          "accessModes",
          "capacity",
          "claimRef",
          "nodeAffinity",
          "persistentVolumeReclaimPolicy",
          "storageClassName",
          "volumeMode");
  private static final Set<String> DRIVERS = Set.of("parameters", "mountOptions", "description");

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private Redaction() {}

  public static ObjectNode of(ObjectNode object) {
    var kept = NODES.objectNode();
    kept.put("apiVersion", object.path("apiVersion").asText());
    kept.put("kind", object.path("kind").asText());
    kept.set("metadata", metadata(object.path("metadata")));
    switch (object.path("kind").asText()) {
      case "Pod" -> {
        kept.set("spec", podSpec(object.path("spec")));
        kept.set("status", podStatus(object.path("status")));
      }
      case "Node" -> {
        kept.set(
            "spec", only(object.path("spec"), Set.of("providerID", "taints", "unschedulable")));
        kept.set("status", nodeStatus(object.path("status")));
      }
      case "PersistentVolume" -> kept.set("spec", volume(object.path("spec")));
      case "Service" -> kept.set("spec", only(object.path("spec"), Set.of("selector", "type")));
      case "VolumeAttachment" -> {
        kept.set("spec", object.path("spec").deepCopy());
        kept.set("status", only(object.path("status"), Set.of("attached")));
      }
      case "PodTemplate" -> kept.set("template", template(object.path("template")));
      default -> rest(object, kept);
    }
    return kept;
  }

  /// Kinds that hold no program: kept, but for the parts that hold one after all, and for what
  /// drivers are told, keys among it.
  private static void rest(ObjectNode object, ObjectNode kept) {
    for (var field : object.properties()) {
      if (!kept.has(field.getKey()) && !DRIVERS.contains(field.getKey())) {
        kept.set(field.getKey(), field.getValue().deepCopy());
      }
    }
    if (kept.path("spec") instanceof ObjectNode spec) {
      spec.remove("userData");
      spec.remove("config");
      for (var devices : List.of("/devices", "/spec/devices")) {
        if (spec.at(devices) instanceof ObjectNode asked) {
          asked.remove("config");
        }
      }
      if (spec.path("template").path("spec").has("containers")) {
        spec.set("template", template(spec.path("template")));
      }
      if (spec.path("volumeClaimTemplates").isArray()) {
        var claims = NODES.arrayNode();
        spec.path("volumeClaimTemplates").forEach(claim -> claims.add(claim(claim)));
        spec.set("volumeClaimTemplates", claims);
      }
    }
    withoutMessages(kept.path("status").path("conditions"));
  }

  /// What it is bound to, and whose driver attaches it.
  private static ObjectNode volume(JsonNode spec) {
    var kept = only(spec, VOLUME);
    for (var field : spec.properties()) {
      if (field.getKey().equals("csi")) {
        kept.set("csi", only(field.getValue(), Set.of("driver", "volumeHandle")));
      } else if (!kept.has(field.getKey()) && field.getValue().isObject()) {
        kept.putObject(field.getKey());
      }
    }
    return kept;
  }

  private static ObjectNode claim(JsonNode claim) {
    var kept = NODES.objectNode();
    kept.set("metadata", metadata(claim.path("metadata")));
    kept.set("spec", claim.path("spec").deepCopy());
    return kept;
  }

  private static ObjectNode metadata(JsonNode metadata) {
    var kept = only(metadata, METADATA);
    var annotations = NODES.objectNode();
    for (var annotation : metadata.path("annotations").properties()) {
      if (ANNOTATIONS.stream().anyMatch(annotation.getKey()::startsWith)) {
        annotations.set(annotation.getKey(), annotation.getValue());
      }
    }
    if (!annotations.isEmpty()) {
      kept.set("annotations", annotations);
    }
    return kept;
  }

  /// Of pods that are to be made.
  public static ObjectNode template(JsonNode template) {
    var kept = NODES.objectNode();
    kept.set("metadata", metadata(template.path("metadata")));
    kept.set("spec", podSpec(template.path("spec")));
    return kept;
  }

  private static ObjectNode podSpec(JsonNode spec) {
    var kept = only(spec, POD_SPEC);
    for (var group : CONTAINERS) {
      if (spec.path(group).isArray()) {
        var containers = kept.putArray(group);
        spec.path(group).forEach(container -> containers.add(only(container, CONTAINER)));
      }
    }
    if (spec.path("volumes").isArray()) {
      var volumes = NODES.arrayNode();
      for (var volume : spec.path("volumes")) {
        // Others neither bind a pod to a place nor count against a limit.
        if (volume.has("persistentVolumeClaim") || volume.has("ephemeral")) {
          volumes.add(only(volume, Set.of("name", "persistentVolumeClaim", "ephemeral")));
        } else if (volume.has("csi")) {
          var csi = NODES.objectNode().put("name", volume.path("name").asText());
          csi.set("csi", only(volume.path("csi"), Set.of("driver")));
          volumes.add(csi);
        }
      }
      if (!volumes.isEmpty()) {
        kept.set("volumes", volumes);
      }
    }
    return kept;
  }

  private static ObjectNode podStatus(JsonNode status) {
    var kept = only(status, POD_STATUS);
    conditions(status, kept);
    for (var group : List.of("initContainerStatuses", "containerStatuses")) {
      if (status.path(group).isArray()) {
        var states = kept.putArray(group);
        status
            .path(group)
            .forEach(
                one -> states.add(only(one, Set.of("name", "allocatedResources", "resources"))));
      }
    }
    return kept;
  }

  private static ObjectNode nodeStatus(JsonNode status) {
    var kept = only(status, NODE_STATUS);
    conditions(status, kept);
    kept.set(
        "nodeInfo",
        only(status.path("nodeInfo"), Set.of("architecture", "kubeletVersion", "operatingSystem")));
    return kept;
  }

  private static void conditions(JsonNode status, ObjectNode kept) {
    if (status.path("conditions").isArray()) {
      kept.set("conditions", status.path("conditions").deepCopy());
      withoutMessages(kept.path("conditions"));
    }
  }

  /// Messages are for people and quote whatever they like.
  private static void withoutMessages(JsonNode conditions) {
    for (var condition : conditions) {
      if (condition instanceof ObjectNode one && one.has("message")) {
        one.put("message", "");
      }
    }
  }

  private static ObjectNode only(JsonNode object, Set<String> fields) {
    var kept = NODES.objectNode();
    for (var field : object.properties()) {
      if (fields.contains(field.getKey())) {
        kept.set(field.getKey(), field.getValue().deepCopy());
      }
    }
    return kept;
  }
}
