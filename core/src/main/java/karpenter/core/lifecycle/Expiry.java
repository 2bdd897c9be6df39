package karpenter.core.lifecycle;

import java.time.Duration;
import java.time.Instant;
import karpenter.core.facts.ClaimFacts;

/// When a claim has lived long enough (spec 02 §1.14). Neither budgets nor pods hold it back.
public sealed interface Expiry {
  record Never() implements Expiry {}

  record In(Duration time) implements Expiry {}

  record Expired(Instant at) implements Expiry {}

  static Expiry decide(ClaimFacts claim, Instant now) {
    if (claim.expireAfter().isEmpty()) {
      return new Never();
    }
    // Compared as lengths: a lifetime of centuries added to a time may leave what a time can be.
    var lifetime = claim.expireAfter().get();
    var left = lifetime.minus(Duration.between(claim.meta().created(), now));
    return left.isPositive() ? new In(left) : new Expired(claim.meta().created().plus(lifetime));
  }
}
