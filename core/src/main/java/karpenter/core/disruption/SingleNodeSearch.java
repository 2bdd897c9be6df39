package karpenter.core.disruption;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
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
/// pool each time. The work is bounded by [#MAX_EFFORT]: nodes beyond it are found as
/// [KnowledgeObstacle.SearchLimit], and the search of the next turn begins with them.
public final class SingleNodeSearch implements Search {
  /// In pods placed anew, and one for each node. 5,000 nodes with 400 pods each stay below it.
  public static final int MAX_EFFORT = 1 << 21;

  private final Weigher weigher;
  private final Allowances allowances;
  private final List<Candidate> order;
  private final int maxEffort;
  private final Map<String, Weighed> found = new HashMap<>();
  private int next;
  private long effort;
  private @Nullable Plan best;

  /// @param candidates nothing stands in their way but perhaps a budget
  /// @param turn which pool comes first; a different number each pass
  public SingleNodeSearch(
      Weigher weigher, Allowances allowances, List<Candidate> candidates, long turn) {
    this(weigher, allowances, candidates, turn, MAX_EFFORT);
  }

  SingleNodeSearch(
      Weigher weigher,
      Allowances allowances,
      List<Candidate> candidates,
      long turn,
      int maxEffort) {
    this.weigher = weigher;
    this.allowances = allowances;
    this.maxEffort = maxEffort;
    this.order = order(candidates, turn, maxEffort);
  }

  /// Where one search cannot ask about all, each begins where the one of the turn before ended.
  private static List<Candidate> order(List<Candidate> candidates, long turn, int maxEffort) {
    long total = candidates.stream().mapToLong(SingleNodeSearch::effort).sum();
    if (total <= maxEffort) {
      return inTurns(candidates, turn);
    }
    var order = inTurns(candidates, 0);
    long skipped = Math.floorMod(turn * maxEffort, total);
    int first = 0;
    while (skipped >= effort(order.get(first))) {
      skipped -= effort(order.get(first));
      first++;
    }
    Collections.rotate(order, -first);
    return order;
  }

  private static int effort(Candidate candidate) {
    return 1 + candidate.reschedulable().size();
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
            bad(
                new MoveObstacle.ScoreTooLow(
                    candidate.pool().name(), score.value(), Balanced.THRESHOLD)));
        continue;
      }
      if (effort >= maxEffort) {
        found.put(candidate.name(), bad(new KnowledgeObstacle.SearchLimit(maxEffort)));
        continue;
      }
      asked++;
      effort += effort(candidate);
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
      return bad(new KnowledgeObstacle.NotSimulated(String.valueOf(broken.getMessage())));
    }
  }

  private static Weighed bad(Obstacle why) {
    return new Weighed.Bad(why, Optional.empty(), Collections.emptySortedMap());
  }

  /// Whether nodes were left out because of [#MAX_EFFORT].
  public boolean reachedLimit() {
    return found.values().stream()
        .anyMatch(
            weighed ->
                weighed instanceof Weighed.Bad(KnowledgeObstacle.SearchLimit _, var _, var _));
  }

  @Override
  public Optional<Plan> best() {
    return Optional.ofNullable(best);
  }

  /// What a set of nodes must bring more than.
  public SingleMoves moves() {
    var replacing = new HashMap<String, Double>();
    var deletable = new HashSet<String>();
    found.forEach(
        (name, weighed) -> {
          if (weighed instanceof Weighed.Good(var plan, var _)) {
            if (plan.finding() instanceof Finding.Delete) {
              deletable.add(name);
            } else {
              replacing.put(name, plan.value());
            }
          }
        });
    return new SingleMoves(replacing, deletable);
  }

  /// By claim name, of those that were looked at.
  public Map<String, Weighed> found() {
    return Collections.unmodifiableMap(found);
  }
}
