package karpenter.bench.simple;

import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import karpenter.bench.check.NodeOffer;
import karpenter.bench.check.PodKind;

/// Which node to buy for a pod that fits nowhere.
@FunctionalInterface
interface Opening {
  int MID_SIZE_CPUS = 16;

  /// @param offers at least one
  NodeOffer choose(PodKind kind, List<NodeOffer> offers, PackingRun run);

  /// The least cost per cpu.
  static NodeOffer perCpu(PodKind kind, List<NodeOffer> offers, PackingRun run) {
    var demand = run.demand();
    return least(offers, offer -> demand.cost(offer) / Demand.room(offer, demand.cpu()));
  }

  /// The least cost per byte of memory.
  static NodeOffer perMemory(PodKind kind, List<NodeOffer> offers, PackingRun run) {
    var demand = run.demand();
    return least(offers, offer -> demand.cost(offer) / Demand.room(offer, demand.memory()));
  }

  /// The least cost per part of the whole demand, by the resource that runs out first.
  static NodeOffer perShare(PodKind kind, List<NodeOffer> offers, PackingRun run) {
    var demand = run.demand();
    return least(offers, offer -> demand.cost(offer) / demand.share(offer, kind));
  }

  /// The least cost per pod of this kind, of which there may be few, or few may share a node.
  static NodeOffer perPod(PodKind kind, List<NodeOffer> offers, PackingRun run) {
    return least(offers, offer -> run.demand().cost(offer) / perNode(kind, offer, run));
  }

  /// The least cost for all that is left of this kind.
  static NodeOffer forAll(PodKind kind, List<NodeOffer> offers, PackingRun run) {
    return least(
        offers,
        offer -> {
          int nodes = Math.ceilDiv(run.remaining(kind), perNode(kind, offer, run));
          return nodes * run.demand().cost(offer);
        });
  }

  /// The most cpus.
  static NodeOffer largest(PodKind kind, List<NodeOffer> offers, PackingRun run) {
    return least(offers, offer -> -Demand.room(offer, run.demand().cpu()));
  }

  /// As [#perShare] among types of at most 16 cpus; if none of them does, the fewest cpus.
  static NodeOffer midSize(PodKind kind, List<NodeOffer> offers, PackingRun run) {
    int cpu = run.demand().cpu();
    var middle =
        offers.stream()
            .filter(offer -> cpu < 0 || offer.capacity().get(cpu) <= MID_SIZE_CPUS * 1000L)
            .toList();
    return middle.isEmpty()
        ? least(offers, offer -> Demand.room(offer, cpu))
        : perShare(kind, middle, run);
  }

  private static int perNode(PodKind kind, NodeOffer offer, PackingRun run) {
    long fit = Math.min(run.remaining(kind), run.mostPerNode(kind));
    for (int r = 0; r < offer.room().size(); r++) {
      long wanted = kind.requests().get(r);
      if (wanted > 0) fit = Math.min(fit, offer.room().get(r) / wanted);
    }
    return (int) Math.max(1, fit);
  }

  private static NodeOffer least(List<NodeOffer> offers, ToDoubleFunction<NodeOffer> figure) {
    return offers.stream()
        .min(
            Comparator.comparingDouble(figure)
                .thenComparing(NodeOffer::price)
                .thenComparing(NodeOffer::index))
        .orElseThrow();
  }
}
