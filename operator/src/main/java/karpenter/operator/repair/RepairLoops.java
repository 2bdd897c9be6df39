package karpenter.operator.repair;

import java.time.Duration;
import java.util.List;
import karpenter.operator.LoopContext;
import karpenter.operator.PausedWhileBlind;
import karpenter.operator.runtime.LoopPlan;
import karpenter.operator.runtime.Pace;

/// The loop that replaces ill nodes; none where the gate is off or the provider tolerates all.
public final class RepairLoops {
  private RepairLoops() {}

  public static List<LoopPlan<?>> loops(LoopContext context) {
    if (!context.settings().featureGates().nodeRepair()
        || context.provider().repairPolicies().isEmpty()) {
      return List.of();
    }
    var loop = new NodeHealthLoop(context);
    int workers = Pace.workers(context.settings().cpuRequests(), 10, 1000);
    var pace = Pace.of(workers, Duration.ofMillis(100), Duration.ofMinutes(1));
    return List.of(PausedWhileBlind.of(context, LoopPlan.of(loop, pace, loop::keys)));
  }
}
