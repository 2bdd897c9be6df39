package karpenter.core.disruption.control;

import java.util.Optional;
import karpenter.core.facts.PoolFacts;

/// A pool's controls, and what its annotations remember.
///
/// @param starts of its nodes
/// @param interrupted of its spot nodes, by the cloud
public record PoolControls(
    PoolFacts pool,
    ControlSet set,
    Tally starts,
    Tally interrupted,
    Optional<DriftProgress> progress) {

  public static PoolControls none(PoolFacts pool) {
    return new PoolControls(
        pool, ControlSet.none(Scope.pool(pool.name())), Tally.NONE, Tally.NONE, Optional.empty());
  }
}
