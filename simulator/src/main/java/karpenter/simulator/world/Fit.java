package karpenter.simulator.world;

import java.util.List;
import karpenter.core.facts.NodeFacts;
import karpenter.core.facts.PodFacts;
import karpenter.core.pod.LabelSelector;
import karpenter.core.pod.Taint;
import karpenter.core.pod.Toleration;

/// Whether a pod may run on a node, apart from other pods' wishes.
final class Fit {
  private static final Taint CORDON =
      new Taint("node.kubernetes.io/unschedulable", "", Taint.Effect.NO_SCHEDULE);

  private Fit() {}

  static boolean fits(PodFacts pod, Seat seat) {
    // First what costs least and refuses most: in a cluster in use most nodes are full.
    return seat.hasRoomFor(pod) && mayEverRun(pod, seat) && ports(pod, seat);
  }

  /// Whether a pod that may run there when nobody else does has its place beside those who do.
  static boolean hasPlace(PodFacts pod, Seat seat) {
    return seat.hasRoomFor(pod) && ports(pod, seat);
  }

  /// Whether it may run there when nobody else does.
  static boolean mayEverRun(PodFacts pod, Seat seat) {
    return !isCordonedOff(pod, seat.node())
        && taints(pod, seat.taints())
        && labels(pod, seat.node())
        && pod.spec().requests().fits(seat.node().allocatable());
  }

  static boolean taints(PodFacts pod, List<Taint> taints) {
    return Toleration.firstUntolerated(
            pod.spec().tolerations(), taints, Toleration.SoftTaints.IGNORED)
        .isEmpty();
  }

  static boolean labels(PodFacts pod, NodeFacts node) {
    var labels = node.meta().labels();
    for (var wanted : pod.spec().nodeAlternatives()) {
      if (new LabelSelector.Matching(wanted).matches(labels)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isCordonedOff(PodFacts pod, NodeFacts node) {
    return node.isCordoned() && !taints(pod, List.of(CORDON));
  }

  private static boolean ports(PodFacts pod, Seat seat) {
    return pod.spec().hostPorts().isEmpty()
        || !seat.hasPorts()
        || seat.pods().stream()
            .flatMap(other -> other.spec().hostPorts().stream())
            .noneMatch(
                taken ->
                    pod.spec().hostPorts().stream().anyMatch(port -> port.conflictsWith(taken)));
  }
}
