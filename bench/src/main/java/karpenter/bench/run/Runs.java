package karpenter.bench.run;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/// The iterations of one contender, in order. Only the best placement is kept: upstream's differ
/// from run to run, and the fair rival is its cheapest.
final class Runs {

  private static final double P90 = 0.9;

  private final Comparator<Placement> bestFirst;
  private final List<Iteration> counted = new ArrayList<>();
  private @Nullable Placement best;
  private @Nullable Placement first;
  private double firstSeconds;
  private double firstSetupSeconds;
  private int solves;
  private int differing;

  /// @param nodeCost what a node costs beside its price
  Runs(double nodeCost) {
    this.bestFirst =
        Comparator.<Placement>comparingInt(placement -> placement.unplaced().size())
            .thenComparingDouble(placement -> placement.cost(nodeCost))
            .thenComparingInt(placement -> placement.claims().size());
  }

  /// An iteration whose time does not count: it warms the contender up, but its answer must still
  /// agree.
  void warmUp(Iteration iteration) {
    note(iteration);
  }

  void count(Iteration iteration) {
    note(iteration);
    var placement = iteration.placement();
    counted.add(
        new Iteration(
            iteration.solveSeconds(),
            iteration.setupSeconds(),
            iteration.boundSeconds(),
            iteration.allocatedBytes(),
            iteration.peakRssBytes(),
            iteration.peakHeapBytes(),
            new Placement(List.of(), List.of(), List.of(), null, placement.bound())));
  }

  private void note(Iteration iteration) {
    var placement = iteration.placement();
    if (first == null) {
      first = placement;
      firstSeconds = iteration.solveSeconds();
      firstSetupSeconds = iteration.setupSeconds();
    } else if (!placement.equals(first)) {
      differing++;
    }
    if (best == null || bestFirst.compare(placement, best) < 0) {
      best = placement;
    }
    solves++;
  }

  int solves() {
    return solves;
  }

  /// How many answers differ from the first.
  int differing() {
    return differing;
  }

  double firstSeconds() {
    return firstSeconds;
  }

  double firstSetupSeconds() {
    return firstSetupSeconds;
  }

  int iterations() {
    return counted.size();
  }

  Placement best() {
    if (best == null) {
      throw new IllegalStateException("no iteration was run");
    }
    return best;
  }

  double median(ToDoubleFunction<Iteration> figure) {
    var sorted = counted.stream().mapToDouble(figure).sorted().toArray();
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  /// The smallest value that nine tenths of the iterations do not exceed.
  double p90(ToDoubleFunction<Iteration> figure) {
    var sorted = counted.stream().mapToDouble(figure).sorted().toArray();
    return sorted[(int) Math.ceil(P90 * sorted.length) - 1];
  }

  double most(ToDoubleFunction<Iteration> figure) {
    return counted.stream().mapToDouble(figure).max().orElse(0);
  }
}
