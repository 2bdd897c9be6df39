package karpenter.operator.nodepool;

import karpenter.core.facts.PoolFacts;
import karpenter.core.nodepool.Fingerprint;
import karpenter.operator.LoopContext;
import karpenter.operator.Unreachable;
import karpenter.operator.runtime.Outcome;
import karpenter.operator.state.Guard;

/// Writes the fingerprint of a pool's template on the pool. Where it was made by another procedure,
/// its claims are given a comparable one first, so that a change of procedure drifts no node.
final class HashLoop extends PoolLoop {
  HashLoop(LoopContext ctx) {
    super(ctx, "nodepool.hash");
  }

  @Override
  Outcome reconcile(PoolFacts pool) throws Unreachable, InterruptedException {
    if (Fingerprint.isMigrating(pool)) {
      var restamped = restampClaims(pool);
      if (!(restamped instanceof Outcome.Done)) {
        return restamped;
      }
    }
    return Outcome.of(ctx.writer().patchPool(pool, Fingerprint.written(pool), Guard.NONE));
  }

  private Outcome restampClaims(PoolFacts pool) throws Unreachable, InterruptedException {
    Outcome all = Outcome.DONE;
    for (var claim : ctx.state().snapshot().claimsOfPool(pool.name())) {
      var restamped = Fingerprint.restamped(claim, pool);
      if (restamped.isPresent()) {
        all = all.and(Outcome.of(ctx.writer().patchClaim(claim, restamped.get(), Guard.NONE)));
      }
    }
    return all;
  }
}
