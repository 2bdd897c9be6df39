package karpenter.core.repair;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import karpenter.core.facts.Condition;
import karpenter.core.facts.NodeFacts;

/// How a node fares (spec 02 §3.7).
public sealed interface Health {
  /// Which condition must not have which status for how long.
  record Tolerance(String condition, Condition.Status unhealthy, Duration time) {}

  record Healthy() implements Health {}

  /// Ill, but it may get well by itself.
  record Tolerated(Ailment ailment, Duration left) implements Health {}

  record Incurable(Ailment ailment) implements Health {}

  static Health of(NodeFacts node, List<Tolerance> tolerances, Instant now) {
    var ailment = worst(node, tolerances);
    if (ailment.isEmpty()) {
      return new Healthy();
    }
    var left = Duration.between(now, ailment.get().toleratedUntil());
    return left.isPositive() ? new Tolerated(ailment.get(), left) : new Incurable(ailment.get());
  }

  static boolean isIll(NodeFacts node, List<Tolerance> tolerances) {
    return worst(node, tolerances).isPresent();
  }

  /// The one that will be tolerated no more first.
  private static Optional<Ailment> worst(NodeFacts node, List<Tolerance> tolerances) {
    return tolerances.stream()
        .flatMap(tolerance -> ailment(node, tolerance).stream())
        .min(Comparator.comparing(Ailment::toleratedUntil).thenComparing(Ailment::condition));
  }

  private static Optional<Ailment> ailment(NodeFacts node, Tolerance tolerance) {
    return node.condition(tolerance.condition())
        .filter(condition -> condition.status() == tolerance.unhealthy())
        .map(c -> new Ailment(c.type(), c.status(), c.since(), tolerance.time()));
  }
}
