package karpenter.core.scheduling;

import java.util.List;
import karpenter.core.cluster.ExistingNode;
import karpenter.core.pod.Pod;

/// What has become of a compiled cluster.
///
/// @param gone numbers of nodes that are no longer there
/// @param pending all pods that wait now
record Changes(List<Changed> changed, List<Integer> gone, List<Pod> pending) {

  /// A node with the labels and taints it had, and other pods or amounts.
  ///
  /// @param bound the pods that are there now
  /// @param left those that were counted there and are not there any more
  /// @param came those that were not
  record Changed(int index, ExistingNode node, List<Pod> bound, List<Pod> left, List<Pod> came) {}
}
