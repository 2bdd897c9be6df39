package karpenter.operator.lifecycle;

import java.time.Duration;
import java.util.List;
import karpenter.operator.LoopContext;
import karpenter.operator.PausedWhileBlind;
import karpenter.operator.nodepool.HealthRings;
import karpenter.operator.nodepool.RegistrationHealthLoop;
import karpenter.operator.runtime.LoopPlan;
import karpenter.operator.runtime.Pace;

/// Every loop around the life of a NodeClaim, and what wakes each.
public final class LifecycleLoops {
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private LifecycleLoops() {}

  /// The loop on pools' registration health is among them, because the lifecycle feeds it.
  public static List<LoopPlan<?>> loops(LoopContext ctx) {
    var keys = new ClaimKeys(ctx.state(), ctx.provider().nodeClassKinds());
    var health = new HealthRings();
    var podEvents = new PodEventsLoop(ctx);
    var nodeHydration = new NodeHydration(ctx);
    return List.of(
        LoopPlan.of(
            new ClaimLifecycle(ctx, health),
            new Pace(many(ctx), SECOND, MINUTE, Math.ceilDiv(many(ctx), 100)),
            ClaimKeys.any(List.of(keys::ofClaim, keys::ofNode, keys::ofSlice))),
        LoopPlan.of(
            new ClaimHydration(ctx),
            Pace.of(many(ctx), Duration.ofMillis(100), MINUTE),
            keys::ofClaim),
        LoopPlan.of(
            nodeHydration, Pace.of(many(ctx), Duration.ofMillis(100), MINUTE), nodeHydration::keys),
        LoopPlan.of(
            new DisruptionMarks(ctx),
            Pace.standard(some(ctx)),
            ClaimKeys.any(
                List.of(
                    keys::ofClaim,
                    keys::ofPool,
                    keys::ofNodeClass,
                    keys::ofNodeControls,
                    keys::ofClusterControls))),
        LoopPlan.of(
            new ConsistencyLoop(ctx),
            Pace.standard(some(ctx)),
            ClaimKeys.any(List.of(keys::ofClaim, keys::ofNode))),
        PausedWhileBlind.of(
            ctx, LoopPlan.of(new ExpirationLoop(ctx), Pace.standard(some(ctx)), keys::ofClaim)),
        LoopPlan.of(podEvents, Pace.standard(some(ctx)), podEvents::keys),
        PausedWhileBlind.of(ctx, LoopPlan.singleton(new ClaimCollection(ctx), Pace.standard(1))),
        PausedWhileBlind.of(ctx, LoopPlan.singleton(new InstanceCollection(ctx), Pace.standard(1))),
        RegistrationHealthLoop.plan(ctx, health));
  }

  private static int many(LoopContext ctx) {
    return Pace.workers(ctx.settings().cpuRequests(), 1000, 5000);
  }

  private static int some(LoopContext ctx) {
    return Pace.workers(ctx.settings().cpuRequests(), 10, 1000);
  }
}
