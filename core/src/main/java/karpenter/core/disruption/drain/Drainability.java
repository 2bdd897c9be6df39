package karpenter.core.disruption.drain;

import java.time.Instant;
import java.util.List;
import karpenter.core.facts.PodFacts;
import karpenter.core.termination.PodBudgets;

/// Whether an order exists in which the pods of a node, or of several that go together, can be
/// evicted under all PodDisruptionBudgets.
///
/// An order may have several rounds: evicted pods come back elsewhere, and when they are ready
/// their budget allows the next. So three pods behind a budget that allows one are no obstacle, and
/// a budget whose numbers never allow one is.
public sealed interface Drainability {
  /// @param rounds who goes together, by namespace and name; each round waits until the one before
  ///   it is back
  record Drainable(List<List<String>> rounds) implements Drainability {
    public Drainable {
      rounds = rounds.stream().map(List::copyOf).toList();
    }
  }

  /// No order exists.
  record Blocked(List<DrainBlock> blocks) implements Drainability {
    public Blocked {
      blocks = List.copyOf(blocks);
    }

    /// Whether there may be an order later although nobody edits anything.
    public boolean passes() {
      return blocks.stream().allMatch(DrainBlock::passes);
    }
  }

  /// @param pods all of the nodes; those that are not evicted do not matter
  static Drainability of(List<PodFacts> pods, PodBudgets budgets, InFlight inFlight, Instant now) {
    return DrainOrder.find(pods, budgets, inFlight, now);
  }
}
