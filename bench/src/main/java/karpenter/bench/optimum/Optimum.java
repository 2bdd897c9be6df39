package karpenter.bench.optimum;

import java.time.Duration;
import java.util.function.Consumer;
import karpenter.bench.check.PackingModel;
import karpenter.bench.run.YardstickArguments;

/// What is known about the least cost of a workload.
///
/// @param lowerBound no packing of all pods costs less
/// @param linear value of the linear program when the search ended
/// @param whole the cheapest packing into whole nodes that was found; infinite if none was
/// @param nodes of it; 0 where it is one of the simple packings
record Optimum(double lowerBound, double linear, double whole, int nodes) {

  /// The rest of the time is for whole nodes.
  private static final double PART_FOR_COLUMNS = 0.7;

  /// @param started by [System#nanoTime]
  static Optimum of(
      PackingModel model,
      PackingInstance instance,
      YardstickArguments arguments,
      long started,
      Consumer<ColumnGeneration.Progress> told) {
    double seconds = 60 * arguments.minutes();
    var start = Start.of(model, instance, arguments.nodeCost());
    try (var search = new ColumnGeneration(instance, start.columns(), told)) {
      search.run(() -> secondsSince(started) < seconds * PART_FOR_COLUMNS);
      double left = Math.max(seconds * (1 - PART_FOR_COLUMNS), seconds - secondsSince(started));
      var linear = search.master().solve().value();
      var whole = IntegerMaster.solve(instance, search.master().columns(), left);
      double simple = start.cost().orElse(Double.POSITIVE_INFINITY);
      if (whole.isPresent() && whole.get().cost() < simple)
        return new Optimum(search.lowerBound(), linear, whole.get().cost(), whole.get().nodes());
      return new Optimum(search.lowerBound(), linear, simple, 0);
    }
  }

  private static double secondsSince(long started) {
    return (System.nanoTime() - started) / (double) Duration.ofSeconds(1).toNanos();
  }
}
