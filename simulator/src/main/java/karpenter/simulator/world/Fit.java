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
    return !isCordonedOff(pod, seat.node())
        && taints(pod, seat.taints())
        && labels(pod, seat.node())
        && seat.hasRoomFor(pod)
        && ports(pod, seat);
  }

  static boolean taints(PodFacts pod, List<Taint> taints) {
    return Toleration.firstUntolerated(
            pod.spec().tolerations(), taints, Toleration.SoftTaints.IGNORED)
        .isEmpty();
  }

  static boolean labels(PodFacts pod, NodeFacts node) {
    return pod.spec().nodeAlternatives().stream()
        .anyMatch(wanted -> new LabelSelector.Matching(wanted).matches(node.meta().labels()));
  }

  private static boolean isCordonedOff(PodFacts pod, NodeFacts node) {
    return node.isCordoned() && !taints(pod, List.of(CORDON));
  }

  private static boolean ports(PodFacts pod, Seat seat) {
    return seat.pods().stream()
        .flatMap(other -> other.spec().hostPorts().stream())
        .noneMatch(
            taken -> pod.spec().hostPorts().stream().anyMatch(port -> port.conflictsWith(taken)));
  }
}
