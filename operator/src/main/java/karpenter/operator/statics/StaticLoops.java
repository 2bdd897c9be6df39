package karpenter.operator.statics;

import java.util.List;
import karpenter.operator.LoopContext;
import karpenter.operator.PausedWhileBlind;
import karpenter.operator.runtime.LoopPlan;
import karpenter.operator.runtime.Pace;

/// The loops that keep static pools at their size; none where the gate is off.
public final class StaticLoops {
  private static final int WORKERS = 10;

  private StaticLoops() {}

  public static List<LoopPlan<?>> loops(LoopContext context) {
    if (!context.settings().featureGates().staticCapacity()) {
      return List.of();
    }
    return List.of(
        LoopPlan.of(
            new StaticProvisioningLoop(context),
            Pace.standard(WORKERS),
            new StaticPools()::concernedBy),
        PausedWhileBlind.of(
            context,
            LoopPlan.of(
                new StaticDeprovisioningLoop(context),
                Pace.standard(WORKERS),
                new StaticPools()::concernedBy)));
  }
}
