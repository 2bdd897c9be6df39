package karpenter.core.disruption;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/// Looks for nodes that could go together (spec 02 §2.8.3), at most [#MAX_NODES] unless told
/// otherwise.
/// 1. [Halving] of the order by savings ratio, as upstream does: never worse than that. Then of the
///    others of [Orders].
/// 2. A [Climb] from the best of these, in one order, and another in the other.
/// 3. [Regrowth] of the best, where room is what limits it and not the number of nodes.
///
/// A search that goes on from one of before asks about the set that one had found, and about the
/// nodes that have changed since ([Touch]). It looks everywhere only if that set is worth less now.
///
/// Only sets that the budgets allow are looked at. The work is bounded by [#MAX_EFFORT].
public final class MultiNodeSearch implements Search {
  /// Upstream's halving comes to 101.
  public static final int MAX_NODES = 128;

  /// In nodes whose pods are placed anew ([Probes#effort]): 512 what-ifs of small sets, half as
  /// many of the largest. Halving takes some twenty; the rest is what climbing may cost.
  public static final int MAX_EFFORT = 512 * Probes.SMALL;

  /// What [Regrowth] may cost besides.
  public static final int MAX_REGROWTH = 1536 * Probes.SMALL;

  static final int MIN_NODES = 2;
  private static final double SAME_MONEY = 1e-9;

  private final Allowances allowances;
  private final int maxNodes;
  private final Orders orders;
  private final Probes probes;
  private final Deque<Leg> legs = new ArrayDeque<>();
  private final @Nullable Prior prior;
  private Ascent ascent;
  private Probes.@Nullable Scored base;
  private boolean isWhole;
  private boolean hasRefined;
  private boolean reachedLimit;

  /// A stage, where it begins and where it ends.
  ///
  /// @param fromBase whether it starts from the best that the stages before have found
  /// @param end when so much effort was made in all
  private record Leg(Stage stage, boolean fromBase, int end) {}

  /// What a search of before has left.
  ///
  /// @param names of the best set; empty: none was found
  /// @param surplus what it brought beyond what its nodes would bring one by one
  /// @param changed candidates that were not looked at, or not as they are now
  record Prior(Set<String> names, double surplus, Set<String> changed) {}

  /// @param candidates nothing stands in their way but perhaps a budget
  /// @param alone what nodes would bring on their own
  public MultiNodeSearch(
      Weigher weigher, Allowances allowances, List<Candidate> candidates, SingleMoves alone) {
    this(weigher, allowances, candidates, alone, MAX_NODES, null);
  }

  /// @param maxNodes in one set
  MultiNodeSearch(
      Weigher weigher,
      Allowances allowances,
      List<Candidate> candidates,
      SingleMoves alone,
      int maxNodes,
      @Nullable Prior prior) {
    this.allowances = allowances;
    this.maxNodes = maxNodes;
    this.prior = prior;
    this.orders =
        new Orders(
            candidates.stream().filter(c -> allowances.remaining(c.pool().name()) > 0).toList());
    this.probes = new Probes(weigher, allowances, candidates, maxNodes, alone);
    this.ascent = new Ascent(probes, null);
    if (prior == null) {
      lookEverywhere();
    } else {
      recall(prior);
    }
  }

  private void recall(Prior last) {
    var order = orders.roughlyByCost();
    var known = allowed(order.stream().filter(c -> last.names().contains(c.name())).toList());
    if (known.size() >= MIN_NODES) {
      ascent.isGood(known.size() > maxNodes ? known.subList(0, maxNodes) : known);
    }
    legs.add(new Leg(new Touch(order, last.changed()), false, MAX_EFFORT));
  }

  private void lookEverywhere() {
    isWhole = true;
    var byRatio = orders.byRatio();
    var byCost = orders.byCost();
    if (allowed(byRatio).size() < MIN_NODES) {
      return;
    }
    for (var order : List.of(byRatio, byCost, orders.byRoom())) {
      legs.add(new Leg(new Halving(allowed(order), maxNodes), false, MAX_EFFORT));
    }
    legs.add(new Leg(new Climb(byRatio), true, probes.effort() + MAX_EFFORT / 2));
    legs.add(new Leg(new Climb(byCost), true, probes.effort() + MAX_EFFORT));
  }

  private List<Candidate> allowed(List<Candidate> candidates) {
    var purse = allowances.purse();
    return candidates.stream().filter(c -> purse.take(c.pool().name())).toList();
  }

  @Override
  public boolean step() {
    int end = probes.count() + SLICE;
    while (!legs.isEmpty() && probes.count() < end) {
      var leg = legs.getFirst();
      boolean isDone = !leg.stage().step(ascent);
      if (isDone || probes.effort() >= leg.end()) {
        reachedLimit |= !isDone;
        finish(leg);
      }
    }
    return !legs.isEmpty();
  }

  private void finish(Leg leg) {
    legs.removeFirst();
    if (leg.stage() instanceof Touch && hasLost()) {
      lookEverywhere();
    }
    if (legs.isEmpty() && isWhole && !hasRefined) {
      hasRefined = true;
      refine();
    }
    var next = legs.peekFirst();
    if (next != null && next.fromBase()) {
      base = leg.fromBase() ? base : probes.scored().orElse(null);
      ascent = new Ascent(probes, base);
    }
  }

  /// Nothing is gained by exchanging nodes of a set that is as large as a command may be: the next
  /// command goes on from there.
  private void refine() {
    var best = probes.scored();
    int most = Math.min(maxNodes, allowances.most());
    if (best.isPresent() && best.get().candidates().size() < most) {
      legs.add(
          new Leg(new Regrowth(probes, orders.byCost()), false, probes.effort() + MAX_REGROWTH));
    }
  }

  /// Whether less can be had than before.
  private boolean hasLost() {
    return prior != null && probes.surplus() < prior.surplus() - SAME_MONEY;
  }

  /// Whether it has looked everywhere, or will.
  public boolean isWhole() {
    return isWhole;
  }

  /// Whether a stage ended because of [#MAX_EFFORT], so that more work might have found more.
  public boolean reachedLimit() {
    return reachedLimit;
  }

  @Override
  public Optional<Plan> best() {
    return probes.best();
  }

  /// What the best set brings beyond what nodes would bring one by one.
  double surplus() {
    return probes.surplus();
  }

  /// The better of the best set and a single node. A set that brings more than its nodes one by one
  /// comes first, unless the single node could simply go and brings more than that.
  public Optional<Plan> or(Optional<Plan> single) {
    if (best().isEmpty() || single.isEmpty()) {
      return best().or(() -> single);
    }
    double other =
        single.get().finding() instanceof Finding.Delete ? probes.surplus(single.get()) : 0;
    return surplus() >= other ? best() : single;
  }

  /// What is told of a search: the move that was found, or the last whose score was too low.
  ///
  /// @param scores by pool, of those that score
  public record Judged(Plan plan, boolean isApproved, SortedMap<String, Balanced.Score> scores) {}

  public Optional<Judged> judged() {
    return probes.judged();
  }
}
