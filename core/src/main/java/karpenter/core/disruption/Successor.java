package karpenter.core.disruption;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.resource.Resources;

/// A node that consolidation bought in place of others. Prices that move a little to and fro would
/// have it replaced by what was not quite as cheap a moment ago, and that one too, all day long. So
/// for a day it is replaced again only
/// 1. where that saves a good part of what the nodes cost: what was passed over for being dearer,
///    `0.95 b ≤ 1.05 c`, is cheaper by at most `1 - 0.95 c / 1.05 b ≤ 18.2 %` while prices move by
///    a twentieth, and a change that brings more is no noise;
/// 2. and users' pods have come or gone since, or what comes instead is to carry no less than it
///    was bought for, so that it must be a price that changed. Otherwise it was our own moves that
///    made room elsewhere, or the scheduler that put its pods there, and what is bought instead may
///    fare the same;
/// 3. together with others only if pods have come or gone since it settled: with the pods it was
///    bought for, that could have been seen then, and a price that moved is a poor reason to see it
///    now.
///
/// After that day, and for as long as users' pods ask for what they asked for then, a replacement
/// still has to save [#LATER_SHARE]. Prices that move by a share `d` either way make one of two
/// nodes cheaper than the other by at most `2d / (1 + d)` of what it was chosen against; asking for
/// more than that both times, nodes cannot be exchanged to and fro. For 8 % that is 14.8 %.
///
/// Nodes whose pods fit elsewhere go as ever.
public final class Successor {
  /// On its claim: how consolidation found the nodes it replaced.
  public static final String CAME_BY = "karpenter-jvm.dev/came-by";

  /// On its claim: what all pods asked for when it was bought.
  public static final String DEMAND_THEN = "karpenter-jvm.dev/demand-then";

  static final Duration SETTLING = Duration.ofHours(24);
  static final Duration ARRIVAL = Duration.ofMinutes(10);
  static final double LEAST_SHARE = 0.2;
  static final double LATER_SHARE = 0.15;

  private Successor() {}

  /// What its claim tells about how it came.
  public static SortedMap<String, String> annotations(Method method, Demand demand) {
    var annotations = new TreeMap<String, String>();
    annotations.put(CAME_BY, method.name());
    annotations.put(DEMAND_THEN, demand.text());
    return annotations;
  }

  /// Until when little is no reason to replace it; empty when it did not come that way.
  public static Optional<Instant> until(ClaimFacts claim) {
    return claim.meta().annotations().containsKey(CAME_BY)
        ? Optional.of(claim.meta().created().plus(SETTLING))
        : Optional.empty();
  }

  /// What keeps the plan from replacing nodes that came lately.
  ///
  /// @param demand what all pods ask for now; rarely needed
  public static Optional<Obstacle> shortcoming(Plan plan, Supplier<Demand> demand, Instant now) {
    if (plan.finding() instanceof Finding.Delete) {
      return Optional.empty();
    }
    // What moves to and fro is the price; node costs do not.
    double price = Consolidation.price(plan.candidates());
    for (var candidate : plan.candidates()) {
      var until = until(candidate.claim());
      var why =
          until.isEmpty()
              ? Optional.<Obstacle>empty()
              : now.isBefore(until.get())
                  ? whileFresh(candidate, plan, LEAST_SHARE * price, until.get(), demand)
                  : later(candidate, plan, LATER_SHARE * price, demand);
      if (why.isPresent()) {
        return why;
      }
    }
    return Optional.empty();
  }

  private static Optional<Obstacle> whileFresh(
      Candidate candidate, Plan plan, double needed, Instant until, Supplier<Demand> demand) {
    return plan.saving() < needed || !isExplained(candidate, plan, demand)
        ? Optional.of(new MoveObstacle.BoughtLately(candidate.name(), until, plan.saving(), needed))
        : Optional.empty();
  }

  private static Optional<Obstacle> later(
      Candidate candidate, Plan plan, double needed, Supplier<Demand> demand) {
    return plan.saving() < needed && !demandHasChanged(candidate, demand)
        ? Optional.of(new MoveObstacle.DemandUnchanged(candidate.name(), plan.saving(), needed))
        : Optional.empty();
  }

  private static boolean isExplained(Candidate candidate, Plan plan, Supplier<Demand> demand) {
    return plan.candidates().size() == 1
        ? replacesLikeByLike(candidate, plan) || demandHasChanged(candidate, demand)
        : hasOtherPods(candidate.claim()) && demandHasChanged(candidate, demand);
  }

  /// What would come instead is to carry no less than this was bought for.
  private static boolean replacesLikeByLike(Candidate candidate, Plan plan) {
    var meant = candidate.claim().requests();
    var carried = Resources.none();
    for (var node : plan.command("").replacements()) {
      carried = carried.plus(node.requests());
    }
    return meant.get(Resources.CPU) <= carried.get(Resources.CPU)
        && meant.get(Resources.MEMORY) <= carried.get(Resources.MEMORY);
  }

  /// Of one that does not tell what the demand was, nobody can say that it is the same.
  private static boolean demandHasChanged(Candidate candidate, Supplier<Demand> demand) {
    var then =
        Optional.ofNullable(candidate.claim().meta().annotations().get(DEMAND_THEN))
            .flatMap(Demand::read);
    return then.isEmpty() || demand.get().differs(then.get(), candidate.claim().allocatable());
  }

  /// Pods came or went after those it was bought for had come.
  private static boolean hasOtherPods(ClaimFacts claim) {
    var settled = claim.meta().created().plus(ARRIVAL);
    return claim.lastPodEvent().filter(settled::isBefore).isPresent();
  }
}
