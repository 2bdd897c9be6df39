package karpenter.operator.nodepool;

import java.util.List;
import karpenter.operator.LoopContext;
import karpenter.operator.runtime.LoopPlan;
import karpenter.operator.runtime.Pace;

/// Every loop on NodePools, and what wakes each; but for registration health, which is listed with
/// the lifecycle that feeds it.
public final class NodePoolLoops {
  private NodePoolLoops() {}

  public static List<LoopPlan<?>> loops(LoopContext ctx) {
    var pace = Pace.standard(workers(ctx));
    var counter = new CounterLoop(ctx);
    return List.of(
        LoopPlan.of(new HashLoop(ctx), pace, PoolKeys::ofPool),
        LoopPlan.of(new ReadinessLoop(ctx), pace, PoolKeys.ofPoolOrClass(ctx)),
        LoopPlan.of(new ValidationLoop(ctx), Pace.standard(10), PoolKeys::ofPool),
        LoopPlan.of(counter, pace, counter::keys));
  }

  static int workers(LoopContext ctx) {
    return Pace.workers(ctx.settings().cpuRequests(), 10, 1000);
  }
}
