package karpenter.core.disruption;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import karpenter.core.facts.PoolFacts;
import karpenter.core.resource.Resources;
import karpenter.core.scheduling.Placement.NewNode;
import karpenter.core.statics.StaticCount;

/// Drifted nodes of static pools are replaced one for one, from the template and without looking
/// where their pods could go (spec 02 §2.12).
public final class StaticDrift {
  private StaticDrift() {}

  /// @param counts of each pool's claims
  public static List<Candidate> choose(
      List<Candidate> drifted, Allowances allowances, SortedMap<String, StaticCount> counts) {
    var byPool = new TreeMap<String, List<Candidate>>();
    DriftOrder.sort(drifted)
        .forEach(c -> byPool.computeIfAbsent(c.pool().name(), _ -> new ArrayList<>()).add(c));
    var chosen = new ArrayList<Candidate>();
    byPool.forEach(
        (pool, candidates) -> {
          var count = counts.getOrDefault(pool, new StaticCount(0, 0, 0));
          var facts = candidates.getFirst().pool();
          long most = Math.min(allowances.remaining(pool), room(facts, count));
          candidates.stream().limit(most).forEach(chosen::add);
        });
    return chosen;
  }

  /// A pool that has too many comes down to its size before anything is replaced; and a replacement
  /// counts towards the limit beside the node it replaces.
  private static long room(PoolFacts pool, StaticCount count) {
    if (count.active() + count.pending() > pool.replicas().orElse(0)) {
      return 0;
    }
    long limit =
        pool.limits()
            .filter(limits -> limits.has(Resources.NODES))
            .map(limits -> limits.get(Resources.NODES))
            .orElse(Long.MAX_VALUE);
    // Each node that is about to be replaced has a successor on its way or will have one.
    return Math.max(0, limit - count.all());
  }

  /// What takes its place.
  public static NewNode replacement(PoolFacts pool) {
    return new NewNode(
        pool.name(), pool.requirements(), List.of(), List.of(), Resources.none(), 0, false);
  }
}
