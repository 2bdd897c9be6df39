package karpenter.core.disruption;

import java.util.SortedSet;
import karpenter.core.scheduling.Placement;

/// What would happen if nodes went. One such object speaks of one moment of the cluster.
public interface WhatIfs {
  /// Where pods would go: those of the nodes that would go, together with those that wait anyway and
  /// those of nodes that go anyway.
  ///
  /// @param claims the nodes that would go, by claim name
  /// @param consolidation whether pods may only move to nodes that have been quiet for as long as
  ///   their pool asks
  Placement without(SortedSet<String> claims, boolean consolidation);
}
