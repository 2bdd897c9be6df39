package karpenter.bench.simple;

import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import karpenter.bench.check.PackingModel;

/// The ten packings.
final class Packings {
  static final Comparator<Outcome> BEST_FIRST =
      Comparator.comparingInt(Outcome::unplaced)
          .thenComparingDouble(Outcome::cost)
          .thenComparingInt(Outcome::nodes);

  /// @param sentence what it does
  record Packing(String name, String sentence, Function<Supplier<PackingRun>, PackingRun> method) {
    Outcome of(PackingModel model, double nodeCost) {
      return Outcome.of(run(model, nodeCost));
    }

    PackingRun run(PackingModel model, double nodeCost) {
      var demand = Demand.of(model, nodeCost);
      return method.apply(() -> new PackingRun(model, demand));
    }
  }

  static final List<Packing> ALL =
      List.of(
          packing(
              "cpu",
              "by cpu, first fit; opens the offer with the least cost per cpu",
              new PodByPod(Demand::byCpu, Opening::perCpu, Fit.FIRST)),
          packing(
              "memory",
              "by memory, first fit; opens the offer with the least cost per byte",
              new PodByPod(Demand::byMemory, Opening::perMemory, Fit.FIRST)),
          packing(
              "dominant",
              "by dominant share, first fit; opens the least cost per dominant resource",
              new PodByPod(Demand::byDominantShare, Opening::perShare, Fit.FIRST)),
          packing(
              "best-fit",
              "the same, but each pod goes to the fullest node that has room",
              new PodByPod(Demand::byDominantShare, Opening::perShare, Fit.BEST)),
          packing(
              "per-pod",
              "by dominant share, first fit; opens the least cost per pod of that kind",
              new PodByPod(Demand::byDominantShare, Opening::perPod, Fit.FIRST)),
          packing(
              "own-nodes",
              "every kind on nodes of its own, of the type that is cheapest for all of it",
              new PodByPod(Demand::byDominantShare, Opening::forAll, Fit.OWN_KIND)),
          packing(
              "largest",
              "by cpu, first fit; opens the largest type there is",
              new PodByPod(Demand::byCpu, Opening::largest, Fit.FIRST)),
          packing(
              "mid-size",
              "by memory, best fit; opens types of at most 16 cpus",
              new PodByPod(Demand::byMemory, Opening::midSize, Fit.BEST)),
          new Packing(
              "single-type",
              "one type for all that can use it, the best of the twelve most promising",
              SingleType::best),
          packing(
              "node-by-node",
              "fills one node after the other, each the offer with the least cost for what it"
                  + " holds",
              new NodeByNode()));

  private Packings() {}

  private static Packing packing(String name, String sentence, Packer packer) {
    return new Packing(
        name,
        sentence,
        fresh -> {
          var run = fresh.get();
          packer.pack(run);
          RightSize.apply(run);
          return run;
        });
  }
}
