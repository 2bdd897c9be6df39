package karpenter.operator.provisioning;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import karpenter.core.facts.PodFacts;
import karpenter.core.pod.Pod;
import karpenter.core.scheduling.Placement;
import karpenter.core.scheduling.SchedulingProblem;
import karpenter.operator.provisioning.Catalogues.Catalogue;
import karpenter.operator.state.ClusterSnapshot;

/// What a pass decided, and on what.
///
/// @param pods the real ones among those that were planned, by uid
/// @param nodes those that stay, by the name planning has for them
/// @param seated who waits for a node that was promised before, by what notes call it
/// @param ignored pods that cannot be planned at all
record Plan(
    ClusterSnapshot snapshot,
    Catalogue catalogue,
    SchedulingProblem problem,
    Placement placement,
    Map<String, PodFacts> pods,
    Map<String, NodeView> nodes,
    SortedMap<String, List<Pod>> seated,
    List<Ignored> ignored) {

  /// @param reason a sentence; empty for a pod that is none of our business
  record Ignored(PodFacts pod, String reason) {}
}
