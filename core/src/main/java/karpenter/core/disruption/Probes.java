package karpenter.core.disruption;

import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import karpenter.core.disruption.MultiNodeSearch.Judged;
import karpenter.core.disruption.Weigher.Weighed;
import org.jspecify.annotations.Nullable;

/// The sets of nodes a search has asked about, and the best of them. None is asked about twice.
///
/// A set is as good as what it brings beyond what its nodes would bring one by one: to take three
/// nodes for one large one is no use where each could be had for a smaller one on its own. Likewise
/// the nodes that take the pods in: each could be replaced by a cheaper one for the pods it has,
/// and hardly so when it is full. Without this the dear and large nodes of a cluster are filled
/// first, and then nothing cheaper has their size.
final class Probes {
  /// A set of so many nodes, or fewer, costs about as much as one of so many: what is looked at
  /// besides the set's own pods outweighs them.
  static final int SMALL = 64;

  private static final double SAME_MONEY = 1e-9;

  private final Weigher weigher;
  private final Allowances allowances;
  private final int most;
  private final SingleMoves alone;
  private final RightSizedCost rightSized;
  private final Map<String, Candidate> byNode = new HashMap<>();
  private final Map<String, Integer> numbers = new HashMap<>();
  private final Map<BitSet, Optional<Scored>> asked = new HashMap<>();
  private int effort;
  private @Nullable Scored best;
  private @Nullable Judged judged;

  /// A set that is worth doing.
  ///
  /// @param surplus what it brings beyond what nodes would bring one by one
  record Scored(Plan plan, double surplus) {
    List<Candidate> candidates() {
      return plan.candidates();
    }

    private long money() {
      return Math.round(surplus / SAME_MONEY);
    }
  }

  private static final Comparator<Scored> BEST_FIRST =
      Comparator.comparingLong(Scored::money)
          .reversed()
          .thenComparingDouble(scored -> scored.plan().evictions())
          .thenComparingInt(scored -> scored.candidates().size());

  /// @param most nodes in a set
  Probes(
      Weigher weigher,
      Allowances allowances,
      List<Candidate> candidates,
      int most,
      SingleMoves alone) {
    this.weigher = weigher;
    this.allowances = allowances;
    this.most = Math.min(most, allowances.most());
    this.alone = alone;
    this.rightSized = new RightSizedCost(weigher.consolidation().market(), candidates);
    for (var candidate : candidates) {
      numbers.put(candidate.name(), numbers.size());
      byNode.put(candidate.nodeName(), candidate);
    }
  }

  int count() {
    return asked.size();
  }

  /// What was spent on all that was asked, in nodes whose pods were placed anew.
  int effort() {
    return effort;
  }

  Optional<Plan> best() {
    return scored().map(Scored::plan);
  }

  Optional<Scored> scored() {
    return Optional.ofNullable(best);
  }

  Optional<Judged> judged() {
    return Optional.ofNullable(judged);
  }

  /// What the best set brings beyond what nodes would bring one by one.
  double surplus() {
    return best == null ? 0 : best.surplus();
  }

  double surplus(Plan plan) {
    double surplus = plan.value();
    for (var candidate : plan.candidates()) {
      surplus -= replacementSaving(candidate);
    }
    for (var use : plan.placement().existing()) {
      var receiver = byNode.get(use.node());
      double lost = receiver == null ? 0 : replacementSaving(receiver);
      if (receiver != null && lost > 0) {
        surplus -= Math.min(lost, rightSized.increase(receiver, use.pods()));
      }
    }
    return surplus;
  }

  /// What replacing the node alone would save. Of one that could simply be deleted nobody has asked
  /// what a replacement would cost.
  private double replacementSaving(Candidate candidate) {
    var found = alone.replacing().get(candidate.name());
    if (found != null) {
      return found;
    }
    boolean isSpotForGood =
        candidate.capacityType().equals(Market.SPOT) && !weigher.consolidation().spotToSpot();
    return alone.deletable().contains(candidate.name()) && !isSpotForGood
        ? Math.max(0, candidate.cost() - rightSized.of(candidate))
        : 0;
  }

  /// What the budgets leave when these have gone.
  Room roomBeside(List<Candidate> members) {
    var room = new Room(new HashMap<>(), new HashSet<>(), most);
    members.forEach(room::take);
    return room;
  }

  /// Who is in a set, and whether there is room for more.
  final class Room {
    private final Map<String, Integer> counts;
    private final Set<String> names;
    private final int most;

    private Room(Map<String, Integer> counts, Set<String> names, int most) {
      this.counts = counts;
      this.names = names;
      this.most = most;
    }

    private void take(Candidate candidate) {
      names.add(candidate.name());
      counts.merge(candidate.pool().name(), 1, Integer::sum);
    }

    boolean isIn(Candidate candidate) {
      return names.contains(candidate.name());
    }

    /// Takes it in where that is allowed and it is not in yet.
    boolean add(Candidate candidate) {
      var pool = candidate.pool().name();
      if (names.size() >= most
          || counts.getOrDefault(pool, 0) >= allowances.remaining(pool)
          || isIn(candidate)) {
        return false;
      }
      take(candidate);
      return true;
    }
  }

  /// What comes of the set, where it is worth doing.
  Optional<Scored> ask(List<Candidate> candidates) {
    var set = new BitSet(numbers.size());
    candidates.forEach(candidate -> set.set(numbers.getOrDefault(candidate.name(), 0)));
    var known = asked.get(set);
    if (known == null) {
      known = judge(candidates);
      effort += Math.max(SMALL, candidates.size());
      asked.put(set, known);
    }
    return known;
  }

  private Optional<Scored> judge(List<Candidate> candidates) {
    return switch (weigh(candidates)) {
      case Weighed.Good(var plan, var scores) -> {
        var scored = new Scored(plan, surplus(plan));
        if (scored.money() <= 0) {
          yield Optional.empty();
        }
        if (best == null || isBetter(scored, best)) {
          best = scored;
          judged = new Judged(plan, true, scores);
        }
        yield Optional.of(scored);
      }
      case Weighed.Bad(var _, var plan, var scores) -> {
        if (best == null && plan.isPresent()) {
          judged = new Judged(plan.get(), false, scores);
        }
        yield Optional.empty();
      }
    };
  }

  /// Not merely as good under another name.
  static boolean isBetter(Scored one, Scored than) {
    return BEST_FIRST.compare(one, than) < 0;
  }

  private Weighed weigh(List<Candidate> candidates) {
    try {
      return weigher.weigh(Method.MULTI_NODE, candidates);
    } catch (IllegalStateException | IllegalArgumentException broken) {
      SortedMap<String, Balanced.Score> none = Collections.emptySortedMap();
      return new Weighed.Bad(
          new KnowledgeObstacle.NotSimulated(String.valueOf(broken.getMessage())),
          Optional.empty(),
          none);
    }
  }
}
