package karpenter.core.nodepool;

import java.time.Instant;
import karpenter.core.facts.Condition.Status;
import karpenter.core.facts.PoolFacts;

/// What the runtime rules found, as a condition (spec 01 §1.1.2).
public final class Validation {
  public static final String FAILED = "NodePoolValidationFailed";

  private Validation() {}

  public static PoolFacts told(PoolFacts pool, Instant now) {
    var conditions = pool.conditions();
    return pool.withConditions(
        pool.problems().isEmpty()
            ? conditions.setTrue(PoolFacts.VALIDATION_SUCCEEDED, pool.subject(), now)
            : conditions.set(
                PoolFacts.VALIDATION_SUCCEEDED,
                Status.FALSE,
                FAILED,
                String.join("; ", pool.problems()),
                pool.subject(),
                now));
  }
}
