package karpenter.api.convert;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import karpenter.api.FieldPath;

/// Labels, annotations and requirement keys that had other names (spec 03 §10.6).
final class Names {
  static final String PROVISIONER = "karpenter.sh/provisioner-name";
  static final String INSTANCE_PODS = "karpenter.k8s.aws/instance-pods";
  private static final String DO_NOT_DISRUPT = "karpenter.sh/do-not-disrupt";
  private static final String INSTANCE_TYPE = "node.kubernetes.io/instance-type";

  private static final Map<String, String> RENAMED_ANNOTATIONS =
      Map.of(
          "karpenter.sh/do-not-evict", DO_NOT_DISRUPT,
          "karpenter.sh/do-not-consolidate", DO_NOT_DISRUPT);

  /// Written by Karpenter or `kubectl`, and wrong in a manifest of another version.
  private static final Set<String> STALE_ANNOTATIONS =
      Set.of(
          "karpenter.sh/provisioner-hash",
          "karpenter.sh/nodepool-hash",
          "karpenter.sh/nodepool-hash-version",
          "karpenter.k8s.aws/nodetemplate-hash",
          "karpenter.k8s.aws/ec2nodeclass-hash",
          "karpenter.k8s.aws/ec2nodeclass-hash-version",
          "karpenter.k8s.aws/nodepool-hash",
          "karpenter.k8s.aws/nodepool-hash-version",
          "compatibility.karpenter.sh/v1beta1-nodeclass-reference",
          "compatibility.karpenter.sh/v1beta1-kubelet-conversion",
          "compatibility.karpenter.k8s.aws/v1beta1-ubuntu",
          "compatibility.karpenter.k8s.aws/v1-alias-version",
          "kubectl.kubernetes.io/last-applied-configuration");

  private Names() {}

  /// Name, labels, annotations and finalizers; the rest is the server's.
  static ObjectNode metadata(JsonNode metadata, Report report) {
    var kept = JsonNodeFactory.instance.objectNode();
    for (var name : List.of("name", "generateName", "namespace", "labels")) {
      if (metadata.hasNonNull(name)) {
        kept.set(name, metadata.get(name));
      }
    }
    if (metadata.path("annotations").isObject()) {
      var annotations = annotations(metadata.path("annotations"), "metadata.annotations", report);
      if (!annotations.isEmpty()) {
        kept.set("annotations", annotations);
      }
    }
    return kept;
  }

  static ObjectNode annotations(JsonNode annotations, String path, Report report) {
    var kept = JsonNodeFactory.instance.objectNode();
    for (var entry : annotations.properties()) {
      var key = entry.getKey();
      var today = RENAMED_ANNOTATIONS.get(key);
      if (today != null) {
        kept.set(today, entry.getValue());
        report.note(FieldPath.field(path, key), "is called " + today + " now");
      } else if (STALE_ANNOTATIONS.contains(key)) {
        report.note(FieldPath.field(path, key), "left out: Karpenter or kubectl writes it");
      } else {
        kept.set(key, entry.getValue());
      }
    }
    return kept;
  }

  /// Labels of a template. What Karpenter sets itself is left out.
  static ObjectNode labels(JsonNode labels, String path, Report report) {
    var kept = JsonNodeFactory.instance.objectNode();
    for (var entry : labels.properties()) {
      if (entry.getKey().equals(PROVISIONER)) {
        report.note(
            FieldPath.field(path, PROVISIONER),
            "left out: nodes carry karpenter.sh/nodepool now, which Karpenter sets itself");
      } else {
        kept.set(entry.getKey(), entry.getValue());
      }
    }
    return kept;
  }

  /// Requirements, and what is wrong with those that no instance type ever met.
  static ArrayNode requirements(JsonNode requirements, String path, Report report) {
    var kept = JsonNodeFactory.instance.arrayNode();
    for (int i = 0; i < requirements.size(); i++) {
      var requirement = requirements.path(i);
      var here = FieldPath.item(path, i);
      var key = requirement.path("key").asText();
      if (key.equals(INSTANCE_PODS)) {
        report.note(here, "left out: instance types have no label " + INSTANCE_PODS + " any more");
      } else if (key.equals(PROVISIONER)) {
        report.note(here, "left out: every node belongs to its own pool");
      } else {
        kept.add(requirement);
        wildcards(requirement, here, report);
      }
    }
    return kept;
  }

  /// `g5.*` reads like a pattern and never was one: Karpenter compared it letter by letter.
  private static void wildcards(JsonNode requirement, String path, Report report) {
    if (!requirement.path("key").asText().equals(INSTANCE_TYPE)) {
      return;
    }
    List<String> families = new ArrayList<>();
    for (var value : requirement.path("values")) {
      if (value.asText().matches("[a-z0-9-]+\\.\\*")) {
        families.add(value.asText().replace(".*", ""));
      }
    }
    if (!families.isEmpty()) {
      report.problem(
          path + ".values",
          String.join(", ", families.stream().map(family -> family + ".*").toList())
              + ", which is no instance type: patterns never matched anything",
          "instance types by their names, or a requirement karpenter.k8s.aws/instance-family In ["
              + String.join(", ", families)
              + "]");
    }
  }
}
