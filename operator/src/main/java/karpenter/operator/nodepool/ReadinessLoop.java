package karpenter.operator.nodepool;

import karpenter.core.facts.PoolFacts;
import karpenter.core.nodepool.ClassReadiness;
import karpenter.operator.LoopContext;
import karpenter.operator.Unreachable;
import karpenter.operator.runtime.Outcome;
import karpenter.operator.state.Guard;

/// Says on a pool whether its node class can be used.
final class ReadinessLoop extends PoolLoop {
  ReadinessLoop(LoopContext ctx) {
    super(ctx, "nodepool.readiness");
  }

  @Override
  Outcome reconcile(PoolFacts pool) throws Unreachable, InterruptedException {
    var readiness = ClassReadiness.of(ctx.state().snapshot().nodeClass(pool.nodeClass()));
    return Outcome.of(
        ctx.writer()
            .patchPoolStatus(pool, readiness.told(pool, ctx.clock().instant()), Guard.VERSION));
  }
}
