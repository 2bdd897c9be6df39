package karpenter.core.disruption;

import java.util.List;
import karpenter.core.scheduling.Placement;

/// Something that could be done: these nodes go, those come.
///
/// @param nodes by claim name, in order
/// @param saving an hour; at the cheapest prices
/// @param nodeCosts what of the saving is no price of an instance
/// @param evictions what moving the pods costs, in evictions of ordinary pods
public record Move(
    Method method,
    List<String> nodes,
    List<Placement.NewNode> replacements,
    double saving,
    double nodeCosts,
    double evictions) {

  public Move {
    nodes = List.copyOf(nodes);
    replacements = List.copyOf(replacements);
  }

  /// What it would save, and by what.
  public String savingSentence() {
    return saving > 0 ? Wording.saving(saving, nodeCosts) : Wording.money(0);
  }
}
