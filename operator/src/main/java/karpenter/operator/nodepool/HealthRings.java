package karpenter.operator.nodepool;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import karpenter.api.Labels;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.PoolFacts;
import karpenter.core.nodepool.RegistrationHealth;
import karpenter.core.nodepool.RegistrationOutcome;

/// The last outcomes of each pool's claims, by the pool's uid: a pool that was deleted and made
/// again starts anew. Many threads record, one loop reads.
public final class HealthRings {
  private final Map<String, RegistrationHealth> byPool = new TreeMap<>();
  private Consumer<String> wake = _ -> {};

  /// Claims without a pool count for none.
  public void record(ClaimFacts claim, RegistrationOutcome outcome) {
    var owner =
        claim.meta().owners().stream().filter(o -> o.is("karpenter.sh/v1", "NodePool")).findFirst();
    if (owner.isEmpty()) {
      return;
    }
    Consumer<String> waker;
    synchronized (this) {
      byPool.merge(
          owner.get().uid(),
          RegistrationHealth.EMPTY.with(outcome),
          (health, _) -> health.with(outcome));
      waker = wake;
    }
    waker.accept(claim.meta().label(Labels.NODE_POOL));
  }

  synchronized void onRecord(Consumer<String> waker) {
    wake = waker;
  }

  synchronized RegistrationHealth of(PoolFacts pool) {
    return byPool.getOrDefault(pool.meta().uid(), RegistrationHealth.EMPTY);
  }

  synchronized void forget(String poolUid) {
    byPool.remove(poolUid);
  }

  /// What a condition remembers comes before what was recorded since the start.
  synchronized void seed(PoolFacts pool) {
    var health = RegistrationHealth.seeded(pool);
    for (var outcome : of(pool).window()) {
      health = health.with(outcome);
    }
    byPool.put(pool.meta().uid(), health);
  }
}
