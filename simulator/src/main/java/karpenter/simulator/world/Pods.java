package karpenter.simulator.world;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.Optional;
import java.util.Set;

/// What the world's controllers ask of pods.
final class Pods {
  private static final Set<String> ENDED = Set.of("Succeeded", "Failed");

  private Pods() {}

  static boolean hasEnded(JsonNode pod) {
    return ENDED.contains(phase(pod));
  }

  static String phase(JsonNode pod) {
    return pod.path("status").path("phase").asText();
  }

  static String nodeName(JsonNode pod) {
    return pod.path("spec").path("nodeName").asText();
  }

  static boolean isBound(JsonNode pod) {
    return !nodeName(pod).isEmpty();
  }

  static boolean isReady(JsonNode pod) {
    return condition(pod, "Ready").path("status").asText().equals("True");
  }

  static JsonNode condition(JsonNode object, String type) {
    for (var condition : object.path("status").path("conditions")) {
      if (condition.path("type").asText().equals(type)) {
        return condition;
      }
    }
    return JsonNodeFactory.instance.missingNode();
  }

  /// The owner that makes and unmakes the pod.
  static Optional<JsonNode> controller(JsonNode pod) {
    for (var owner : pod.path("metadata").path("ownerReferences")) {
      if (owner.path("controller").asBoolean()) {
        return Optional.of(owner);
      }
    }
    return Optional.empty();
  }
}
