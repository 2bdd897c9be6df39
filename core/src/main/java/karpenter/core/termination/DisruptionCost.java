package karpenter.core.termination;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.PodFacts;

/// What it costs to take a node away (spec 02 §2.6): its pods' eviction costs, less the sooner it
/// would go anyway.
public final class DisruptionCost {
  private static final double DELETION_COST_SCALE = Math.scalb(1.0, 27);
  private static final double PRIORITY_SCALE = Math.scalb(1.0, 25);
  private static final double MOST = 10;

  private DisruptionCost() {}

  /// Of one pod: one, more or less as its owner and its priority say.
  public static double ofEviction(PodFacts pod) {
    double cost =
        1.0 + pod.deletionCost() / DELETION_COST_SCALE + pod.spec().priority() / PRIORITY_SCALE;
    return Math.clamp(cost, -MOST, MOST);
  }

  /// Of a claim's node with these pods on it.
  public static double of(ClaimFacts claim, List<PodFacts> pods, Instant now) {
    double sum = pods.stream().mapToDouble(DisruptionCost::ofEviction).sum();
    return sum * lifetimeRemaining(claim, now);
  }

  /// The part of its life that is still before it; all of it for one that never expires.
  public static double lifetimeRemaining(ClaimFacts claim, Instant now) {
    if (claim.expireAfter().isEmpty()) {
      return 1.0;
    }
    double life = seconds(claim.expireAfter().get());
    double age = seconds(Duration.between(claim.meta().created(), now));
    return life <= 0 ? 0.0 : Math.clamp((life - age) / life, 0.0, 1.0);
  }

  private static double seconds(Duration time) {
    return time.toSeconds() + time.getNano() / 1e9;
  }
}
