package karpenter.simulator.kube;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collection;
import java.util.Map;

/// What the server's defaults and admission plugins add to new objects, as far as anybody looks.
final class NewObject {
  private static final String NOT_READY = "node.kubernetes.io/not-ready";
  private static final String UNREACHABLE = "node.kubernetes.io/unreachable";
  private static final int EVICTED_AFTER_SECONDS = 300;
  private static final String PREEMPT = "PreemptLowerPriority";
  private static final Map<String, Integer> PRIORITIES =
      Map.of("system-node-critical", 2_000_001_000, "system-cluster-critical", 2_000_000_000);

  private NewObject() {}

  /// @param priorityClasses those there are
  static void complete(ObjectNode object, Collection<ObjectNode> priorityClasses) {
    switch (object.path("kind").asText()) {
      case "Pod" -> pod(object, priorityClasses);
      case "Node" -> node(object.withObjectProperty("spec"));
      case "Namespace" -> object.putObject("status").put("phase", "Active");
      default -> {
        // Nothing that anybody looks at.
      }
    }
  }

  private static void pod(ObjectNode pod, Collection<ObjectNode> priorityClasses) {
    var spec = pod.withObjectProperty("spec");
    putIfAbsent(spec, "restartPolicy", "Always");
    putIfAbsent(spec, "schedulerName", "default-scheduler");
    if (!spec.has("terminationGracePeriodSeconds")) {
      spec.put("terminationGracePeriodSeconds", 30);
    }
    if (!spec.has("priority")) {
      prioritize(spec, priorityClasses);
    }
    spec.path("containers").forEach(container -> requestLimits((ObjectNode) container));
    var tolerations = spec.withArrayProperty("tolerations");
    tolerate(tolerations, NOT_READY);
    tolerate(tolerations, UNREACHABLE);
    pod.putObject("status").put("phase", "Pending");
  }

  /// By the class the pod names, or the one meant for all that name none.
  private static void prioritize(ObjectNode spec, Collection<ObjectNode> classes) {
    var named = spec.path("priorityClassName").asText();
    spec.put("priority", PRIORITIES.getOrDefault(named, 0));
    for (var one : classes) {
      boolean isMeant =
          named.isEmpty() ? one.path("globalDefault").asBoolean() : Metas.name(one).equals(named);
      if (isMeant) {
        spec.put("priorityClassName", Metas.name(one)).put("priority", one.path("value").asInt());
        putIfAbsent(spec, "preemptionPolicy", one.path("preemptionPolicy").asText(PREEMPT));
      }
    }
  }

  private static void requestLimits(ObjectNode container) {
    for (var limit : container.path("resources").path("limits").properties()) {
      var requests = container.withObjectProperty("resources").withObjectProperty("requests");
      if (!requests.has(limit.getKey())) {
        requests.set(limit.getKey(), limit.getValue());
      }
    }
  }

  private static void tolerate(ArrayNode tolerations, String key) {
    for (JsonNode toleration : tolerations) {
      var other = toleration.path("key").asText();
      var effect = toleration.path("effect").asText();
      boolean isForKey = other.equals(key) || other.isEmpty();
      if (isForKey && (effect.isEmpty() || effect.equals("NoExecute"))) {
        return;
      }
    }
    tolerations
        .addObject()
        .put("key", key)
        .put("operator", "Exists")
        .put("effect", "NoExecute")
        .put("tolerationSeconds", EVICTED_AFTER_SECONDS);
  }

  private static void node(ObjectNode spec) {
    var taints = spec.withArrayProperty("taints");
    for (var taint : taints) {
      if (taint.path("key").asText().equals(NOT_READY)
          && taint.path("effect").asText().equals("NoSchedule")) {
        return;
      }
    }
    taints.addObject().put("key", NOT_READY).put("effect", "NoSchedule");
  }

  private static void putIfAbsent(ObjectNode object, String name, String value) {
    if (!object.has(name)) {
      object.put(name, value);
    }
  }
}
