package karpenter.core.disruption;

import java.util.List;
import karpenter.core.scheduling.Placement;

/// What comes of the question whether nodes could go. What is saved is prices and node costs.
public sealed interface Finding {
  /// Their pods fit on what is left.
  ///
  /// @param saving an hour
  record Delete(Placement placement, double saving) implements Finding {}

  /// Their pods fit on what is left and one node that is sure to cost less.
  ///
  /// @param node with the types that are sure to
  /// @param saving an hour, at the cheapest prices
  record Replace(Placement placement, Placement.NewNode node, double saving) implements Finding {}

  /// The pods of one node fit on what is left and several nodes that together are sure to cost
  /// less.
  ///
  /// @param nodes with types of which every choice is sure to
  /// @param saving an hour, at the cheapest prices
  record Split(Placement placement, List<Placement.NewNode> nodes, double saving)
      implements Finding {
    public Split {
      nodes = List.copyOf(nodes);
    }
  }

  record Nothing(Obstacle why) implements Finding {}
}
