package karpenter.core.disruption;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// The policy Balanced (spec 02 §2.9): a move is made where its share of the pool's savings is at
/// least half its share of the pool's disruption. Other policies are not scored.
///
/// @param totals by pool
public record Balanced(Map<String, Totals> totals) {
  /// How much more disruption than saving is borne.
  public static final int K = 2;

  public static final double THRESHOLD = 1.0 / K;

  /// What all nodes of a pool cost and would cost to disrupt, those that cannot go included.
  public record Totals(double cost, double disruption) {
    static final Totals NONE = new Totals(0, 0);

    Totals and(double moreCost, double moreDisruption) {
      return new Totals(cost + moreCost, disruption + moreDisruption);
    }
  }

  /// @param savings share of the pool's cost
  /// @param disruption share of the pool's disruption
  public record Score(double savings, double disruption) {
    public double value() {
      if (savings <= 0) {
        return 0;
      }
      return disruption <= 0 ? Double.POSITIVE_INFINITY : savings / disruption;
    }

    public boolean isEnough() {
      return value() >= THRESHOLD;
    }
  }

  public static Balanced of(List<Assessment> all) {
    var totals = new TreeMap<String, Totals>();
    for (var one : all) {
      if (!one.pool().isEmpty()) {
        totals.merge(
            one.pool(),
            new Totals(one.price(), one.disruption()),
            (a, b) -> a.and(b.cost(), b.disruption()));
      }
    }
    return new Balanced(totals);
  }

  /// Of each pool with the policy that takes part. As upstream has it: of what is saved, prices
  /// count and node costs do not.
  public SortedMap<String, Score> scores(Plan plan) {
    return scores(plan.candidates(), plan.saving() - plan.nodeCosts());
  }

  /// Of each pool with the policy that takes part.
  ///
  /// @param saving in prices
  SortedMap<String, Score> scores(List<Candidate> candidates, double saving) {
    if (candidates.stream().noneMatch(Balanced::isScored)) {
      return Collections.emptySortedMap();
    }
    var scores = new TreeMap<String, Score>();
    double all = Consolidation.price(candidates);
    long pools = candidates.stream().map(c -> c.pool().name()).distinct().count();
    for (var candidate : candidates) {
      var pool = candidate.pool();
      if (isScored(candidate) && !scores.containsKey(pool.name())) {
        var mine = candidates.stream().filter(c -> c.pool().name().equals(pool.name())).toList();
        // What is saved together is each pool's as far as it paid for it.
        double share = pools > 1 && all > 0 ? saving * Consolidation.price(mine) / all : saving;
        double disruption = mine.stream().mapToDouble(Candidate::reschedulingCost).sum();
        scores.put(pool.name(), score(pool.name(), share, disruption));
      }
    }
    return scores;
  }

  /// The best a node can come to: deleted without a replacement.
  public Score best(Candidate candidate) {
    return score(candidate.pool().name(), candidate.price(), candidate.reschedulingCost());
  }

  private Score score(String pool, double saving, double disruption) {
    var total = totals.getOrDefault(pool, Totals.NONE);
    return total.cost() <= 0 || total.disruption() <= 0
        ? new Score(0, 0)
        : new Score(saving / total.cost(), disruption / total.disruption());
  }

  private static boolean isScored(Candidate candidate) {
    return candidate.pool().consolidationPolicy().equals(Consolidation.BALANCED);
  }

  /// Whether even a delete would not do.
  public boolean isHopeless(Candidate candidate) {
    return isScored(candidate) && !best(candidate).isEnough();
  }
}
