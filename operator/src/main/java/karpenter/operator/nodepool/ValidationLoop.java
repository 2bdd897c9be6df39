package karpenter.operator.nodepool;

import karpenter.core.facts.PoolFacts;
import karpenter.core.nodepool.Validation;
import karpenter.operator.LoopContext;
import karpenter.operator.Unreachable;
import karpenter.operator.runtime.Outcome;
import karpenter.operator.state.Guard;

/// Says on a pool what is wrong with it that its schema cannot say.
final class ValidationLoop extends PoolLoop {
  ValidationLoop(LoopContext ctx) {
    super(ctx, "nodepool.validation");
  }

  @Override
  Outcome reconcile(PoolFacts pool) throws Unreachable, InterruptedException {
    return Outcome.of(
        ctx.writer()
            .patchPoolStatus(pool, Validation.told(pool, ctx.clock().instant()), Guard.VERSION));
  }
}
