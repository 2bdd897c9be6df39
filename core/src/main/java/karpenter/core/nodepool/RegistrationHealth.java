package karpenter.core.nodepool;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import karpenter.core.facts.Condition;
import karpenter.core.facts.Condition.Status;
import karpenter.core.facts.NodeClassFacts;
import karpenter.core.facts.PoolFacts;
import karpenter.core.nodepool.RegistrationOutcome.Registered;
import karpenter.core.nodepool.RegistrationOutcome.TimedOut;

/// The last outcomes of a pool's claims, oldest first, and what they say of its health (spec 01
/// §4.27). Half of a full window failed is too much, even before the window is full.
public record RegistrationHealth(List<RegistrationOutcome> window) {
  public static final RegistrationHealth EMPTY = new RegistrationHealth(List.of());

  private static final int WINDOW = 4;
  private static final int UNHEALTHY_FAILURES = 2;
  private static final String CONDITION = PoolFacts.NODE_REGISTRATION_HEALTHY;

  public RegistrationHealth {
    window = List.copyOf(window);
  }

  /// After a restart: what the condition remembers, as the fewest outcomes that say the same.
  public static RegistrationHealth seeded(PoolFacts pool) {
    var conditions = pool.conditions();
    if (conditions.isTrue(CONDITION)) {
      return EMPTY.with(new Registered());
    }
    return conditions
        .find(CONDITION)
        .filter(c -> c.status() == Status.FALSE)
        .map(c -> new TimedOut(c.reason(), c.message()))
        .map(failure -> EMPTY.with(failure).with(failure))
        .orElse(EMPTY);
  }

  public RegistrationHealth with(RegistrationOutcome outcome) {
    var all = new ArrayList<>(window);
    all.add(outcome);
    return new RegistrationHealth(all.subList(Math.max(0, all.size() - WINDOW), all.size()));
  }

  /// What was learnt holds for the pool and the node class as they were.
  public static boolean isOutdated(PoolFacts pool, Optional<NodeClassFacts> nodeClass) {
    var condition = pool.conditions().find(CONDITION);
    var seen = nodeClass.map(n -> OptionalLong.of(n.meta().generation()));
    return condition.isEmpty()
        || condition.get().observedGeneration() != pool.meta().generation()
        || (seen.isPresent() && !seen.get().equals(pool.nodeClassObservedGeneration()));
  }

  /// The pool of which nothing is known any more.
  public static PoolFacts forgotten(
      PoolFacts pool, Optional<NodeClassFacts> nodeClass, Instant now) {
    var unknown =
        pool.withConditions(
            pool.conditions()
                .set(
                    CONDITION,
                    Status.UNKNOWN,
                    "AwaitingReconciliation",
                    "object is awaiting reconciliation",
                    pool.subject(),
                    now));
    return nodeClass.map(n -> unknown.withNodeClassObserved(n.meta().generation())).orElse(unknown);
  }

  /// One failure says nothing, and one success says "healthy" only where failures do not prevail.
  public PoolFacts told(PoolFacts pool, Instant now) {
    var failures = window.stream().filter(TimedOut.class::isInstance).toList();
    if (failures.size() >= UNHEALTHY_FAILURES) {
      return pool.conditions().isFalse(CONDITION)
          ? pool
          : set(pool, Status.FALSE, (TimedOut) failures.getLast(), now);
    }
    return failures.size() < window.size()
        ? pool.withConditions(pool.conditions().setTrue(CONDITION, pool.subject(), now))
        : pool;
  }

  private static PoolFacts set(PoolFacts pool, Status status, TimedOut failure, Instant now) {
    return pool.withConditions(
        pool.conditions()
            .set(CONDITION, status, failure.reason(), failure.message(), pool.subject(), now));
  }

  /// Whether the condition says so; for those who only count.
  public static boolean isHealthy(PoolFacts pool) {
    return pool.conditions().find(CONDITION).map(Condition::isTrue).orElse(false);
  }
}
