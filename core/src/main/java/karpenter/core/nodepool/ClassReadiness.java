package karpenter.core.nodepool;

import java.time.Instant;
import java.util.Optional;
import karpenter.core.facts.Condition;
import karpenter.core.facts.Condition.Status;
import karpenter.core.facts.Conditions;
import karpenter.core.facts.NodeClassFacts;
import karpenter.core.facts.PoolFacts;

/// Whether a pool's node class can be used.
public record ClassReadiness(Status status, String reason, String message) {
  private static final ClassReadiness READY =
      new ClassReadiness(Status.TRUE, PoolFacts.NODE_CLASS_READY, "");

  /// Of a class that says nothing nobody knows whether it can be used.
  public static ClassReadiness of(Optional<NodeClassFacts> nodeClass) {
    if (nodeClass.isEmpty()) {
      return not("NodeClassNotFound", "There is no such node class");
    }
    if (nodeClass.get().meta().isDeleting()) {
      return not("NodeClassTerminating", "The node class is being deleted");
    }
    return nodeClass
        .get()
        .conditions()
        .find(Conditions.READY)
        .map(ClassReadiness::of)
        .orElse(
            not("NodeClassReadinessUnknown", "The node class does not say whether it is ready"));
  }

  /// Where nobody acts, nobody writes down how a pool is. One of which nothing was said is taken
  /// for ready if its node class is there and does not say no.
  public static boolean isPresumed(PoolFacts pool, Optional<NodeClassFacts> nodeClass) {
    boolean isTold =
        pool.conditions()
            .find(Conditions.READY)
            .filter(ready -> ready.status() != Status.UNKNOWN)
            .isPresent();
    return !isTold
        && nodeClass
            .filter(found -> !found.meta().isDeleting())
            .filter(
                found ->
                    found.conditions().find(Conditions.READY).map(Condition::isTrue).orElse(true))
            .isPresent();
  }

  private static ClassReadiness of(Condition ready) {
    return switch (ready.status()) {
      case TRUE -> READY;
      case FALSE -> not(ready.reason(), ready.message());
      case UNKNOWN ->
          not("NodeClassReadinessUnknown", "The node class does not say whether it is ready");
    };
  }

  private static ClassReadiness not(String reason, String message) {
    return new ClassReadiness(Status.FALSE, reason, message);
  }

  public PoolFacts told(PoolFacts pool, Instant now) {
    return pool.withConditions(
        pool.conditions()
            .set(PoolFacts.NODE_CLASS_READY, status, reason, message, pool.subject(), now));
  }
}
