package karpenter.core.lifecycle;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.Condition;
import karpenter.core.facts.PoolFacts;

/// Whether pods have left a node alone for long enough to consider moving them (spec 02 §1.16). The
/// pool's policy does not matter here.
public sealed interface Consolidatable {
  record Yes() implements Consolidatable {}

  /// The pool never consolidates, or the node is not initialized.
  record No() implements Consolidatable {}

  record In(Duration time) implements Consolidatable {}

  static Consolidatable decide(ClaimFacts claim, PoolFacts pool, Instant now) {
    var initialized = claim.conditions().find(ClaimFacts.INITIALIZED).filter(Condition::isTrue);
    Optional<Duration> after = pool.consolidateAfter();
    if (after.isEmpty() || initialized.isEmpty()) {
      return new No();
    }
    var quietSince = claim.lastPodEvent().orElse(initialized.get().since());
    var left = after.get().minus(Duration.between(quietSince, now));
    return after.get().isPositive() && left.isPositive() ? new In(left) : new Yes();
  }

  /// The claim with the mark, or without.
  static ClaimFacts marked(ClaimFacts claim, Consolidatable verdict, Instant now) {
    return switch (verdict) {
      case Yes() -> claim.setTrue(ClaimFacts.CONSOLIDATABLE, now);
      case No(), In(_) -> claim.clear(ClaimFacts.CONSOLIDATABLE);
    };
  }
}
