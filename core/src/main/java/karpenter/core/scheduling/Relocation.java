package karpenter.core.scheduling;

import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import karpenter.core.pod.Pod;
import karpenter.core.scheduling.Placement.NewNode;
import karpenter.core.scheduling.Placement.NodeUse;
import karpenter.core.scheduling.Placement.Unplaced;

/// Where the pods of some nodes go when these nodes go.
///
/// @param nodes the nodes that go
/// @param existing the moved pods that fit nodes which are there, by node
/// @param newNodes what must be bought because of it
/// @param widened nodes that pods which wait need anyway, and that take moved pods as well
/// @param unplaced moved pods without a place
/// @param stoppedAt the pod at which a question under [Effort#ONE_NEW_NODE] ended: it has no place,
///   or only on a second new node. The pods after it were not tried
/// @param cost the price of the new nodes and what the widened ones cost more
public record Relocation(
    SortedSet<String> nodes,
    List<NodeUse> existing,
    List<NewNode> newNodes,
    List<NewNode> widened,
    List<Unplaced> unplaced,
    Optional<Pod> stoppedAt,
    double cost) {

  public Relocation {
    existing = List.copyOf(existing);
    newNodes = List.copyOf(newNodes);
    widened = List.copyOf(widened);
    unplaced = List.copyOf(unplaced);
  }

  /// Whether every pod has a place.
  public boolean isPossible() {
    return unplaced.isEmpty() && stoppedAt.isEmpty();
  }
}
