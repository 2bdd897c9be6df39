package karpenter.core.disruption;

import karpenter.core.scheduling.Placement;

/// What comes of the question whether nodes could go.
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

  record Nothing(Obstacle why) implements Finding {}
}
