package karpenter.operator.interruption;

import java.time.Duration;
import java.util.List;
import karpenter.operator.LoopContext;
import karpenter.operator.runtime.LoopPlan;
import karpenter.operator.runtime.Pace;

/// The loop that hears the cloud's warnings; none where the cloud gives none.
public final class InterruptionLoops {
  private InterruptionLoops() {}

  public static List<LoopPlan<?>> loops(LoopContext context) {
    var period = context.provider().noticePeriod();
    if (period.isEmpty()) {
      return List.of();
    }
    var pace = Pace.of(1, Duration.ofMillis(100), Duration.ofSeconds(10));
    return List.of(LoopPlan.singleton(new InterruptionLoop(context, period.get()), pace));
  }
}
