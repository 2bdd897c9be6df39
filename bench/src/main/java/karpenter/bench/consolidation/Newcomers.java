package karpenter.bench.consolidation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/// Pods of workloads the cluster has not seen: each with requests, labels and rules of its own, so
/// that nothing known of other pods helps.
final class Newcomers {
  private static final String HOSTNAME = "kubernetes.io/hostname";
  private static final String ZONE = "topology.kubernetes.io/zone";

  private Newcomers() {}

  /// @param number no two pods of different numbers are alike
  static ObjectNode pod(int number, String node) {
    var name = "newcomer-" + number;
    var pod = JsonNodeFactory.instance.objectNode();
    pod.put("apiVersion", "v1").put("kind", "Pod");
    pod.putObject("metadata")
        .put("name", name)
        .put("namespace", "default")
        .put("uid", name)
        .put("creationTimestamp", "2026-01-01T00:00:00Z")
        .putObject("labels")
        .put("app", name)
        .put("tier", "t" + number % 3);
    var spec = pod.putObject("spec");
    spec.put("nodeName", node);
    var container = spec.putArray("containers").addObject();
    container.put("name", "main").put("image", "registry.k8s.io/pause:3.10");
    container
        .putObject("resources")
        .putObject("requests")
        .put("cpu", 101 + 7 * number + "m")
        .put("memory", 67 + 5 * number + "Mi");
    rule(spec, number, selector(name));
    pod.putObject("status").put("phase", "Running");
    return pod;
  }

  /// Spread by zone, anti-affinity by host, a preferred zone, or none.
  private static void rule(ObjectNode spec, int number, JsonNode selector) {
    switch (number % 4) {
      case 0 ->
          spec.putArray("topologySpreadConstraints")
              .addObject()
              .put("maxSkew", 1)
              .put("topologyKey", ZONE)
              .put("whenUnsatisfiable", "DoNotSchedule")
              .set("labelSelector", selector);
      case 1 ->
          spec.withObject("/affinity/podAntiAffinity")
              .withArray("requiredDuringSchedulingIgnoredDuringExecution")
              .addObject()
              .put("topologyKey", HOSTNAME)
              .set("labelSelector", selector);
      case 2 -> {
        var preferred =
            spec.withObject("/affinity/podAffinity")
                .withArray("preferredDuringSchedulingIgnoredDuringExecution")
                .addObject();
        preferred
            .put("weight", 1 + number % 100)
            .putObject("podAffinityTerm")
            .put("topologyKey", ZONE)
            .set("labelSelector", selector);
      }
      default -> {}
    }
  }

  private static JsonNode selector(String app) {
    var selector = JsonNodeFactory.instance.objectNode();
    selector.putObject("matchLabels").put("app", app);
    return selector;
  }
}
