package karpenter.operator.control;

import java.util.List;
import karpenter.operator.LoopContext;
import karpenter.operator.runtime.LoopPlan;
import karpenter.operator.runtime.Pace;

/// The loop that says on pools how their controls stand.
public final class ControlLoops {
  private ControlLoops() {}

  public static List<LoopPlan<?>> loops(LoopContext context) {
    var loop = new ControlStatusLoop(context);
    return List.of(
        LoopPlan.of(
            loop,
            Pace.standard(Pace.workers(context.settings().cpuRequests(), 10, 100)),
            loop::keys));
  }
}
