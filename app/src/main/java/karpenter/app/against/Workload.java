package karpenter.app.against;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Set;

/// Whose a pod is, for people.
public final class Workload {
  private static final Set<String> ENDED = Set.of("Succeeded", "Failed");

  private Workload() {}

  /// Such as `shop/web`: the Deployment's name where the pod's owner is its ReplicaSet, the owner's
  /// otherwise, and a pod's own where nobody owns it.
  public static String of(JsonNode pod) {
    var namespace = pod.at("/metadata/namespace").asText();
    for (var owner : pod.at("/metadata/ownerReferences")) {
      if (owner.path("controller").asBoolean()) {
        var name = owner.path("name").asText();
        var hash = pod.at("/metadata/labels/pod-template-hash").asText();
        boolean isHashed = !hash.isEmpty() && name.endsWith("-" + hash);
        return namespace
            + "/"
            + (isHashed ? name.substring(0, name.length() - hash.length() - 1) : name);
      }
    }
    return namespace + "/" + pod.at("/metadata/name").asText();
  }

  /// Of a DaemonSet or of a node itself: where it is says nothing.
  public static boolean isDaemon(JsonNode pod) {
    for (var owner : pod.at("/metadata/ownerReferences")) {
      var kind = owner.path("kind").asText();
      if (kind.equals("DaemonSet") || kind.equals("Node")) {
        return true;
      }
    }
    return false;
  }

  public static boolean isOver(JsonNode pod) {
    return ENDED.contains(pod.at("/status/phase").asText());
  }

  public static boolean isUnschedulable(JsonNode pod) {
    for (var condition : pod.at("/status/conditions")) {
      if (condition.path("type").asText().equals("PodScheduled")) {
        return condition.path("reason").asText().equals("Unschedulable");
      }
    }
    return false;
  }
}
