package karpenter.core.disruption;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import karpenter.core.disruption.Weigher.Weighed;
import org.jspecify.annotations.Nullable;

/// Asks of every node whether it alone could go (spec 02 §2.8.4), and remembers every answer. The
/// best move wins, not the first.
///
/// Nodes are looked at pool by pool in turns, the best of each pool first, beginning with another
/// pool each time: should somebody stop early, no pool is always last.
public final class SingleNodeSearch implements Search {
  private final Weigher weigher;
  private final Allowances allowances;
  private final List<Candidate> order;
  private final Map<String, Weighed> found = new HashMap<>();
  private int next;
  private @Nullable Plan best;

  /// @param candidates nothing stands in their way but perhaps a budget
  /// @param turn which pool comes first; a different number each pass
  public SingleNodeSearch(
      Weigher weigher, Allowances allowances, List<Candidate> candidates, long turn) {
    this.weigher = weigher;
    this.allowances = allowances;
    this.order = inTurns(candidates, turn);
  }

  static List<Candidate> inTurns(List<Candidate> candidates, long turn) {
    var byPool = new TreeMap<String, List<Candidate>>();
    candidates.stream()
        .sorted(Emptiness.BY_RATIO)
        .forEach(c -> byPool.computeIfAbsent(c.pool().name(), _ -> new ArrayList<>()).add(c));
    var pools = new ArrayList<>(byPool.values());
    if (!pools.isEmpty()) {
      Collections.rotate(pools, -Math.floorMod(turn, pools.size()));
    }
    var order = new ArrayList<Candidate>();
    for (int round = 0; order.size() < candidates.size(); round++) {
      for (var pool : pools) {
        if (round < pool.size()) {
          order.add(pool.get(round));
        }
      }
    }
    return order;
  }

  @Override
  public boolean step() {
    for (int asked = 0; next < order.size() && asked < SLICE; next++) {
      var candidate = order.get(next);
      if (weigher.balanced().isHopeless(candidate)) {
        var score = weigher.balanced().best(candidate);
        found.put(
            candidate.name(),
            new Weighed.Bad(
                new MoveObstacle.ScoreTooLow(
                    candidate.pool().name(), score.value(), Balanced.THRESHOLD),
                Optional.empty(),
                Collections.emptySortedMap()));
        continue;
      }
      asked++;
      var weighed = weigh(candidate);
      found.put(candidate.name(), weighed);
      if (weighed instanceof Weighed.Good(var plan, var _)
          && allowances.remaining(candidate.pool().name()) > 0
          && (best == null || Plan.BEST_FIRST.compare(plan, best) < 0)) {
        best = plan;
      }
    }
    return next < order.size();
  }

  /// What goes wrong with one node is no reason to look at no other.
  private Weighed weigh(Candidate candidate) {
    try {
      return weigher.weigh(Method.SINGLE_NODE, List.of(candidate));
    } catch (IllegalStateException | IllegalArgumentException broken) {
      return new Weighed.Bad(
          new KnowledgeObstacle.NotSimulated(String.valueOf(broken.getMessage())),
          Optional.empty(),
          Collections.emptySortedMap());
    }
  }

  @Override
  public Optional<Plan> best() {
    return Optional.ofNullable(best);
  }

  /// What nodes would bring that cannot simply go, by claim name: to take them with others is worth
  /// only what it brings beyond that.
  public Map<String, Double> alone() {
    var alone = new HashMap<String, Double>();
    found.forEach(
        (name, weighed) -> {
          if (weighed instanceof Weighed.Good(var plan, var _)
              && !(plan.finding() instanceof Finding.Delete)) {
            alone.put(name, plan.value());
          }
        });
    return alone;
  }

  /// By claim name, of those that were looked at.
  public Map<String, Weighed> found() {
    return Collections.unmodifiableMap(found);
  }
}
