package karpenter.core.disruption;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Nodes on which nobody would be missed (spec 02 §2.7). Nothing is simulated for them.
public final class Emptiness {
  /// What brings most for what it costs comes first; equals by name.
  public static final Comparator<Candidate> BY_RATIO =
      Comparator.comparingDouble(Candidate::savingsRatio).reversed().thenComparing(Candidate::name);

  private Emptiness() {}

  /// The nodes to delete together, and whether a budget kept others.
  ///
  /// @param beyondBudget those that stay for now
  public record Choice(List<Candidate> chosen, List<Candidate> beyondBudget) {}

  static List<Obstacle> obstacles(Candidate candidate, int bufferPods) {
    var obstacles = new ArrayList<Obstacle>();
    var pool = candidate.pool();
    if (pool.isStatic()) {
      obstacles.add(new PolicyObstacle.StaticPool(pool.name()));
      return obstacles;
    }
    if (pool.consolidateAfter().isEmpty()) {
      obstacles.add(new PolicyObstacle.NeverConsolidated(pool.name()));
    }
    if (bufferPods > 0) {
      obstacles.add(new PolicyObstacle.HoldsBuffer(bufferPods));
    }
    if (!candidate.isEmpty()) {
      obstacles.add(new PolicyObstacle.NotEmpty());
    }
    PolicyObstacle.NotQuiet.of(candidate).ifPresent(obstacles::add);
    return obstacles;
  }

  /// @param candidates nothing stands in their way
  public static Choice choose(List<Candidate> candidates, Allowances allowances) {
    var purse = allowances.purse();
    var chosen = new ArrayList<Candidate>();
    var beyond = new ArrayList<Candidate>();
    candidates.stream()
        .sorted(BY_RATIO)
        .forEach(c -> (purse.take(c.pool().name()) ? chosen : beyond).add(c));
    return new Choice(List.copyOf(chosen), List.copyOf(beyond));
  }
}
