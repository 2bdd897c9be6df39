package karpenter.bench.optimum;

import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
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

  /// Simple packings come first and are not part of the time.
  static Optimum of(
      PackingModel model,
      PackingInstance instance,
      YardstickArguments arguments,
      Consumer<ColumnGeneration.Progress> told) {
    double seconds = 60 * arguments.minutes();
    var start = Start.of(model, instance, arguments.nodeCost());
    long started = System.nanoTime();
    try (var search = new ColumnGeneration(instance, start.columns(), told)) {
      search.run(() -> secondsSince(started) < seconds * PART_FOR_COLUMNS);
      double left = Math.max(seconds * (1 - PART_FOR_COLUMNS), seconds - secondsSince(started));
      var linear = search.master().solve().value();
      var columns = search.master().columns();
      var best =
          Stream.of(
                  start.cost().stream().mapToObj(cost -> new Whole(cost, 0)).findFirst(),
                  Diving.solve(instance, columns),
                  IntegerMaster.solve(instance, columns, left))
              .flatMap(Optional::stream)
              .min(Comparator.comparingDouble(Whole::cost))
              .orElse(new Whole(Double.POSITIVE_INFINITY, 0));
      return new Optimum(search.lowerBound(), linear, best.cost(), best.nodes());
    }
  }

  private static double secondsSince(long started) {
    return (System.nanoTime() - started) / (double) Duration.ofSeconds(1).toNanos();
  }
}
