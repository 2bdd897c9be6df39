package karpenter.core.termination;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import karpenter.core.facts.ClaimFacts;

/// How far a node's drain is.
public sealed interface DrainProgress {
  /// The reason of the claim's `Drained` condition meanwhile.
  String DRAINING = "Draining";

  /// A pod may have been bound just before the scheduler saw the taint. We look out for it for so
  /// long after the drain began.
  Duration LEAST_TIME = Duration.ofSeconds(5);

  /// Pods are still there.
  record Waiting(int pods) implements DrainProgress {}

  /// No pod is there, but one might still appear.
  record Settling(Duration left) implements DrainProgress {}

  record Drained() implements DrainProgress {}

  /// @param claim whose conditions remember when the drain began; without one nothing remembers
  static DrainProgress of(DrainPlan plan, Optional<ClaimFacts> claim, Instant now) {
    if (!plan.waiting().isEmpty()) {
      return new Waiting(plan.waiting().size());
    }
    if (claim.isEmpty() || claim.get().is(ClaimFacts.DRAINED)) {
      return new Drained();
    }
    var began =
        claim
            .get()
            .conditions()
            .find(ClaimFacts.DRAINED)
            .filter(condition -> condition.reason().equals(DRAINING))
            .map(condition -> condition.since())
            .orElse(now);
    if (began.isAfter(now)) {
      // The clock was set back: waiting until it is as late again could take for ever.
      return new Drained();
    }
    var left = Duration.between(now, began.plus(LEAST_TIME));
    return left.isPositive() ? new Settling(left) : new Drained();
  }
}
