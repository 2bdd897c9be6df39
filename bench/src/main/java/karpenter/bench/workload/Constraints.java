package karpenter.bench.workload;

import static karpenter.bench.workload.Tree.object;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Scheduling constraints in the shape of a pod spec.
final class Constraints {

  private Constraints() {}

  static ObjectNode selector(Map<String, String> labels) {
    return object("matchLabels", new TreeMap<>(labels));
  }

  static void spread(ObjectNode pod, String topologyKey, Map<String, String> selector) {
    spread(pod, topologyKey, 1, selector);
  }

  static void spread(
      ObjectNode pod, String topologyKey, int maxSkew, Map<String, String> selector) {
    spread(pod, topologyKey, maxSkew, "DoNotSchedule", selector);
  }

  static void preferSpread(ObjectNode pod, String topologyKey, Map<String, String> selector) {
    spread(pod, topologyKey, 1, "ScheduleAnyway", selector);
  }

  private static void spread(
      ObjectNode pod,
      String topologyKey,
      int maxSkew,
      String whenUnsatisfiable,
      Map<String, String> selector) {
    var constraint =
        object(
            "maxSkew",
            maxSkew,
            "topologyKey",
            topologyKey,
            "whenUnsatisfiable",
            whenUnsatisfiable,
            "labelSelector",
            selector(selector));
    PodManifest.spec(pod).withArray("/topologySpreadConstraints").add(constraint);
  }

  static ObjectNode term(String topologyKey, Map<String, String> selector) {
    return object("labelSelector", selector(selector), "topologyKey", topologyKey);
  }

  static void requireNear(ObjectNode pod, ObjectNode term) {
    affinity(pod, "podAffinity")
        .withArray("/requiredDuringSchedulingIgnoredDuringExecution")
        .add(term);
  }

  static void requireAway(ObjectNode pod, ObjectNode term) {
    affinity(pod, "podAntiAffinity")
        .withArray("/requiredDuringSchedulingIgnoredDuringExecution")
        .add(term);
  }

  static void preferAway(ObjectNode pod, int weight, ObjectNode term) {
    affinity(pod, "podAntiAffinity")
        .withArray("/preferredDuringSchedulingIgnoredDuringExecution")
        .add(object("weight", weight, "podAffinityTerm", term));
  }

  static void preferNode(ObjectNode pod, int weight, ObjectNode requirement) {
    affinity(pod, "nodeAffinity")
        .withArray("/preferredDuringSchedulingIgnoredDuringExecution")
        .add(
            object(
                "weight", weight, "preference", object("matchExpressions", List.of(requirement))));
  }

  static void requireNode(ObjectNode spec, ObjectNode requirement) {
    spec.withObject("/affinity/nodeAffinity")
        .set(
            "requiredDuringSchedulingIgnoredDuringExecution",
            object("nodeSelectorTerms", List.of(object("matchExpressions", List.of(requirement)))));
  }

  static void select(ObjectNode spec, String label, String value) {
    spec.withObject("/nodeSelector").put(label, value);
  }

  static void tolerate(ObjectNode spec, String key, String value) {
    spec.withArray("/tolerations")
        .add(object("key", key, "operator", "Equal", "value", value, "effect", "NoSchedule"));
  }

  static void tolerateEverything(ObjectNode spec) {
    spec.withArray("/tolerations").add(object("operator", "Exists"));
  }

  private static ObjectNode affinity(ObjectNode pod, String kind) {
    return PodManifest.spec(pod).withObject("/affinity/" + kind);
  }
}
