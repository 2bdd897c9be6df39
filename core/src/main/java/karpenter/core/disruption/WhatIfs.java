package karpenter.core.disruption;

import java.util.Set;
import java.util.SortedSet;
import karpenter.core.scheduling.Placement;

/// What would happen if nodes went. One such object speaks of one moment of the cluster.
public interface WhatIfs {
  /// Where pods would go: those of the nodes that would go, together with those that wait anyway
  /// and those of nodes that go anyway. A pod that must move and could only go to a managed node
  /// that is not initialized has no place: nobody knows yet whether that node will come to be.
  /// (Pods that wait or whose node goes anyway may be put there.)
  ///
  /// @param claims the nodes that would go, by claim name
  /// @param consolidation whether pods may only move to nodes that have been quiet for as long as
  ///   their pool asks
  Placement without(SortedSet<String> claims, boolean consolidation);

  /// The same for a consolidation that may end in several new nodes: they are opened where that is
  /// cheaper, not only where it is needed.
  default Placement severalInsteadOf(SortedSet<String> claims) {
    return without(claims, true);
  }

  /// Pods that may be without a place and yet hold nothing up, by uid: those that wait, those of
  /// capacity buffers, and those of nodes that go anyway which have no place even if nothing else
  /// goes.
  default Set<String> hopeless() {
    return Set.of();
  }
}
