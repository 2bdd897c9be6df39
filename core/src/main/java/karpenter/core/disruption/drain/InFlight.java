package karpenter.core.disruption.drain;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import karpenter.core.facts.PodFacts;
import karpenter.core.termination.PodBudgets;
import karpenter.core.termination.PodPredicates;

/// Pods on nodes that are leaving, by the budget they will ask: what it allows now is as good as
/// spent by them.
public final class InFlight {
  public static final InFlight NONE = new InFlight(Map.of());

  private final Map<String, Integer> byBudget;

  private InFlight(Map<String, Integer> byBudget) {
    this.byBudget = byBudget;
  }

  /// @param pods on nodes that are leaving or chosen to
  public static InFlight of(List<PodFacts> pods, PodBudgets budgets, Instant now) {
    var counts = new TreeMap<String, Integer>();
    for (var pod : pods) {
      if (PodPredicates.isEvictable(pod, now) && pod.readySince().isPresent()) {
        for (var pdb : budgets.covering(pod)) {
          counts.merge(pdb.fullName(), 1, Integer::sum);
        }
      }
    }
    return new InFlight(counts);
  }

  public boolean isEmpty() {
    return byBudget.isEmpty();
  }

  int of(String pdb) {
    return byBudget.getOrDefault(pdb, 0);
  }
}
