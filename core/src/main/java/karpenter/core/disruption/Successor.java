package karpenter.core.disruption;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import karpenter.core.facts.ClaimFacts;

/// A node that consolidation bought in place of others. Prices that move a little to and fro would
/// have it replaced by what was not quite as cheap a moment ago, and that one too, all day long. So
/// for a day it is replaced again only
/// 1. where that saves a good part of what the nodes cost: what was passed over for being dearer,
///    `0.95 b ≤ 1.05 c`, is cheaper by at most `1 - 0.95 c / 1.05 b ≤ 18.2 %` while prices move by
///    a twentieth, and a change that brings more is no noise;
/// 2. together with others only if pods have come or gone since it settled: with the pods it was
///    bought for, that could have been seen then, and a price that moved is a poor reason to see it
///    now.
///
/// Nodes whose pods fit elsewhere go as ever.
public final class Successor {
  /// On its claim: how consolidation found the nodes it replaced.
  public static final String CAME_BY = "karpenter-jvm.dev/came-by";

  static final Duration SETTLING = Duration.ofHours(24);
  static final Duration ARRIVAL = Duration.ofMinutes(10);
  static final double LEAST_SHARE = 0.2;

  private Successor() {}

  /// Until when little is no reason to replace it; empty when it did not come that way.
  public static Optional<Instant> until(ClaimFacts claim) {
    return claim.meta().annotations().containsKey(CAME_BY)
        ? Optional.of(claim.meta().created().plus(SETTLING))
        : Optional.empty();
  }

  /// What keeps the plan from replacing nodes that came lately.
  public static Optional<Obstacle> shortcoming(Plan plan, Instant now) {
    if (plan.finding() instanceof Finding.Delete) {
      return Optional.empty();
    }
    double needed = LEAST_SHARE * Consolidation.price(plan.candidates());
    for (var candidate : plan.candidates()) {
      var until = until(candidate.claim());
      boolean isFresh = until.isPresent() && now.isBefore(until.get());
      boolean isExplained =
          plan.saving() >= needed
              && (plan.candidates().size() == 1 || hasOtherPods(candidate.claim()));
      if (isFresh && !isExplained) {
        return Optional.of(
            new MoveObstacle.BoughtLately(candidate.name(), until.get(), plan.saving(), needed));
      }
    }
    return Optional.empty();
  }

  /// Pods came or went after those it was bought for had come.
  private static boolean hasOtherPods(ClaimFacts claim) {
    var settled = claim.meta().created().plus(ARRIVAL);
    return claim.lastPodEvent().filter(settled::isBefore).isPresent();
  }
}
