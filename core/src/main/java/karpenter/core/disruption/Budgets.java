package karpenter.core.disruption;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import karpenter.core.cluster.StateNode;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.PoolFacts;

/// How many nodes of a pool may be disrupted at once (spec 02 §2.5). A budget that cannot be read
/// allows nothing, for any reason.
public final class Budgets {
  /// No budget says anything. Metrics show this number.
  public static final int UNLIMITED = Integer.MAX_VALUE;

  private Budgets() {}

  /// Nodes a pool's budgets are measured by.
  ///
  /// @param disrupting those that go, for whatever reason, and those that are not ready
  public record Count(int total, int disrupting) {
    public static final Count NONE = new Count(0, 0);
  }

  /// Counts one pool's nodes.
  static final class Tally {
    private int total;
    private int disrupting;

    /// @param goes whether it is marked, under way or about to be
    void add(Part part, BooleanSupplier goes) {
      if (part != Part.NONE) {
        total++;
        disrupting += part == Part.GOES || goes.getAsBoolean() ? 1 : 0;
      }
    }

    Count count() {
      return new Count(total, disrupting);
    }
  }

  /// What a node is in the budgets of its pool, whatever has been decided of it.
  public enum Part {
    /// Only nodes that came to be count: a replacement on its way does not raise a percentage.
    NONE,
    STAYS,
    /// It leaves, or is not ready.
    GOES;

    public static Part of(StateNode state) {
      boolean counts =
          state.isManaged()
              && state.isInitialized()
              && !state.claim().map(c -> c.is(ClaimFacts.INSTANCE_TERMINATING)).orElse(false);
      if (!counts) {
        return NONE;
      }
      boolean isReady = state.node().map(node -> node.isReady()).orElse(false);
      return !isReady || state.isLeaving() ? GOES : STAYS;
    }
  }

  /// By pool.
  ///
  /// @param goes whether a node, by its name, is marked, under way or about to be
  public static SortedMap<String, Count> counts(List<Assessment> nodes, Predicate<String> goes) {
    var tallies = new HashMap<String, Tally>();
    String last = null;
    var of = new Tally();
    for (var node : nodes) {
      // Nodes of one pool mostly come together.
      if (!node.pool().equals(last)) {
        last = node.pool();
        of = tallies.computeIfAbsent(last, _ -> new Tally());
      }
      of.add(node.part(), () -> goes.test(node.name()));
    }
    var counts = new TreeMap<String, Count>();
    tallies.forEach((pool, tally) -> counts.put(pool, tally.count()));
    return counts;
  }

  /// @param total what percentages are of
  public static int allowed(PoolFacts pool, Reason reason, int total, Instant now) {
    int least = UNLIMITED;
    try {
      for (var facts : pool.budgets()) {
        var budget = Budget.parse(facts);
        boolean isOpen = budget.window().map(window -> window.isOpen(now)).orElse(true);
        if (isOpen && budget.means(reason)) {
          least = Math.min(least, budget.amount().of(total));
        }
      }
    } catch (Cron.Unreadable _) {
      return 0;
    }
    return least;
  }

  /// What is wrong with them, one sentence each.
  public static List<String> problems(PoolFacts pool) {
    var problems = new ArrayList<String>();
    for (int i = 0; i < pool.budgets().size(); i++) {
      try {
        Budget.parse(pool.budgets().get(i));
      } catch (Cron.Unreadable unreadable) {
        problems.add("spec.disruption.budgets[%d]: %s".formatted(i, unreadable.sentence()));
      }
    }
    return problems;
  }

  /// The first moment after now at which a budget may begin or cease to count.
  public static Optional<Instant> nextEdge(PoolFacts pool, Instant now) {
    Optional<Instant> next = Optional.empty();
    try {
      for (var facts : pool.budgets()) {
        var window = Budget.parse(facts).window();
        if (window.isPresent()) {
          var edge = window.get().nextEdge(now);
          next = next.filter(known -> !known.isAfter(edge)).or(() -> Optional.of(edge));
        }
      }
    } catch (Cron.Unreadable _) {
      return Optional.empty();
    }
    return next;
  }
}
