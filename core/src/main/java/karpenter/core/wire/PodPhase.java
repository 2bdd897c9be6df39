package karpenter.core.wire;

import java.util.Optional;

/// Where a pod is in its life, read off its object.
final class PodPhase {
  private PodPhase() {}

  static boolean isFinished(Place pod) {
    var phase = pod.get("status", "phase").text("");
    return phase.equals("Succeeded") || phase.equals("Failed");
  }

  static Optional<String> node(Place pod) {
    return pod.get("spec", "nodeName").text().filter(name -> !name.isEmpty());
  }

  /// Why a pod without a node is nevertheless not waiting for one of ours.
  static Optional<String> notWaiting(Item pod) {
    if (pod.isOwnedBy("DaemonSet")) {
      return Optional.of("belongs to a DaemonSet, which is counted on every node it suits");
    }
    if (pod.isOwnedBy("Node")) {
      return Optional.of("is a mirror of a static pod");
    }
    if (!pod.place().get("spec", "schedulingGates").items().isEmpty()) {
      return Optional.of("is held back by a scheduling gate");
    }
    if (!pod.place().get("status", "nominatedNodeName").text("").isEmpty()) {
      return Optional.of("has a node nominated for it");
    }
    return Optional.empty();
  }
}
