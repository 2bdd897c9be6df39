package karpenter.core.disruption;

import java.util.List;
import karpenter.core.scheduling.Placement;

/// Something that could be done: these nodes go, those come.
///
/// @param nodes by claim name, in order
/// @param saving an hour; at the cheapest prices
/// @param evictions what moving the pods costs, in evictions of ordinary pods
public record Move(
    Method method,
    List<String> nodes,
    List<Placement.NewNode> replacements,
    double saving,
    double evictions) {

  public Move {
    nodes = List.copyOf(nodes);
    replacements = List.copyOf(replacements);
  }
}
