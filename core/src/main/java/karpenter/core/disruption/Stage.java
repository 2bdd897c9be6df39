package karpenter.core.disruption;

/// One way of coming to better sets of nodes.
interface Stage {
  /// Asks about one set more, or finds out that there is none.
  ///
  /// @return whether there may be more to ask about
  boolean step(Ascent ascent);
}
