package karpenter.operator.termination;

import java.time.Duration;
import java.util.List;
import karpenter.operator.LoopContext;
import karpenter.operator.runtime.LoopPlan;
import karpenter.operator.runtime.Pace;

/// The loops that let nodes go.
public final class TerminationLoops {
  private static final Duration FIRST_BACK_OFF = Duration.ofMillis(100);
  private static final Duration MAX_BACK_OFF = Duration.ofSeconds(10);
  private static final int LEAST_WORKERS = 100;
  private static final int MOST_WORKERS = 5000;

  private TerminationLoops() {}

  public static List<LoopPlan<?>> loops(LoopContext context) {
    int workers = Pace.workers(context.settings().cpuRequests(), LEAST_WORKERS, MOST_WORKERS);
    var evictions = new EvictionLoop(context);
    var termination = new NodeTerminationLoop(context, evictions);
    return List.of(
        LoopPlan.of(
            termination,
            new Pace(workers, FIRST_BACK_OFF, MAX_BACK_OFF, Math.ceilDiv(workers, 10)),
            termination::keys),
        LoopPlan.of(
            evictions, new Pace(workers, FIRST_BACK_OFF, MAX_BACK_OFF, workers), evictions::keys));
  }
}
