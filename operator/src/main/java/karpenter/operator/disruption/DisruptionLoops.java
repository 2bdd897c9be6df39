package karpenter.operator.disruption;

import java.time.Duration;
import java.util.List;
import karpenter.operator.LoopContext;
import karpenter.operator.PausedWhileBlind;
import karpenter.operator.buffer.VirtualPods;
import karpenter.operator.overlay.TypeSource;
import karpenter.operator.provisioning.Foresight;
import karpenter.operator.runtime.Loop;
import karpenter.operator.runtime.LoopPlan;
import karpenter.operator.runtime.Pace;

/// The loops of disruption.
public final class DisruptionLoops {
  private static final Duration FIRST_BACK_OFF = Duration.ofSeconds(1);
  private static final Duration MAX_BACK_OFF = Duration.ofSeconds(10);
  private static final int LEAST_WORKERS = 100;
  private static final int MOST_WORKERS = 1000;
  private static final int RETRIES_A_SECOND = 100;

  private DisruptionLoops() {}

  /// @param types what pools may buy
  /// @param virtualPods what capacity buffers ask for
  /// @param verdicts where what was found out about nodes is written down
  public static List<LoopPlan<?>> loops(
      LoopContext context, TypeSource types, VirtualPods virtualPods, Verdicts verdicts) {
    var queue = new CommandQueue(context, types);
    var relevance = new Relevance();
    var decisions =
        new DisruptionLoop(
            context,
            queue,
            new Foresight(context, types, virtualPods),
            types,
            relevance,
            new ControlRestraints(context),
            verdicts);
    var passes =
        new LoopPlan<>(decisions, Pace.standard(1), relevance::keys, List.of(Loop.Singleton.ALL));
    return List.of(
        PausedWhileBlind.of(context, passes),
        PausedWhileBlind.of(context, commands(context, queue)));
  }

  /// What carries out the commands of the queue.
  static LoopPlan<String> commands(LoopContext context, CommandQueue queue) {
    int workers = Pace.workers(context.settings().cpuRequests(), LEAST_WORKERS, MOST_WORKERS);
    return LoopPlan.of(
        new CommandLoop(context, queue),
        new Pace(workers, FIRST_BACK_OFF, MAX_BACK_OFF, RETRIES_A_SECOND),
        queue::keys);
  }
}
