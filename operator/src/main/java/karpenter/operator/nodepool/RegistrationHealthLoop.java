package karpenter.operator.nodepool;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import karpenter.core.facts.PoolFacts;
import karpenter.core.nodepool.RegistrationHealth;
import karpenter.operator.LoopContext;
import karpenter.operator.Unreachable;
import karpenter.operator.runtime.LoopPlan;
import karpenter.operator.runtime.Outcome;
import karpenter.operator.runtime.Pace;
import karpenter.operator.runtime.WorkQueue;
import karpenter.operator.state.Guard;

/// Says on a pool whether its nodes register (spec 01 §4.27). The outcomes come from the lifecycle
/// of its claims.
public final class RegistrationHealthLoop extends PoolLoop {
  private final HealthRings rings;

  /// The uid of the pool of each name whose condition we have taken over.
  private final Map<String, String> seeded = new ConcurrentHashMap<>();

  private RegistrationHealthLoop(LoopContext ctx, HealthRings rings) {
    super(ctx, "nodepool.registrationhealth");
    this.rings = rings;
  }

  public static LoopPlan<String> plan(LoopContext ctx, HealthRings rings) {
    return LoopPlan.of(
        new RegistrationHealthLoop(ctx, rings),
        Pace.standard(NodePoolLoops.workers(ctx)),
        PoolKeys.ofPoolOrClass(ctx));
  }

  @Override
  public void registered(WorkQueue<String> queue) {
    rings.onRecord(queue::add);
  }

  @Override
  Outcome reconcile(PoolFacts pool) throws Unreachable, InterruptedException {
    var now = ctx.clock().instant();
    var nodeClass = ctx.state().snapshot().nodeClass(pool.nodeClass());
    if (RegistrationHealth.isOutdated(pool, nodeClass)) {
      rings.forget(pool.meta().uid());
      seeded.put(pool.name(), pool.meta().uid());
      return Outcome.of(
          ctx.writer()
              .patchPoolStatus(
                  pool, RegistrationHealth.forgotten(pool, nodeClass, now), Guard.VERSION));
    }
    if (!pool.meta().uid().equals(seeded.put(pool.name(), pool.meta().uid()))) {
      rings.seed(pool);
    }
    return Outcome.of(
        ctx.writer().patchPoolStatus(pool, rings.of(pool).told(pool, now), Guard.VERSION));
  }

  @Override
  void gone(String pool) {
    var uid = seeded.remove(pool);
    if (uid != null) {
      rings.forget(uid);
    }
  }
}
