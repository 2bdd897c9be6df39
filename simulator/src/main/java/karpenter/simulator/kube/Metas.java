package karpenter.simulator.kube;

import com.fasterxml.jackson.databind.JsonNode;
import karpenter.operator.kube.ObjectKey;

/// What every object says about itself.
public final class Metas {
  private Metas() {}

  public static ObjectKey key(JsonNode object) {
    return ObjectKey.of(
        object.path("metadata").path("namespace").asText(),
        object.path("metadata").path("name").asText());
  }

  public static String name(JsonNode object) {
    return object.path("metadata").path("name").asText();
  }

  public static String namespace(JsonNode object) {
    return object.path("metadata").path("namespace").asText();
  }

  public static String uid(JsonNode object) {
    return object.path("metadata").path("uid").asText();
  }

  public static String version(JsonNode object) {
    return object.path("metadata").path("resourceVersion").asText();
  }

  public static boolean isTerminating(JsonNode object) {
    return object.path("metadata").has("deletionTimestamp");
  }

  static boolean isHeld(JsonNode object) {
    return !object.path("metadata").path("finalizers").isEmpty();
  }
}
