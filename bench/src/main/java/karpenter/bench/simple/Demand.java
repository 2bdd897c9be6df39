package karpenter.bench.simple;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;
import karpenter.bench.check.NodeOffer;
import karpenter.bench.check.PackingModel;
import karpenter.bench.check.PodKind;

/// How large pods and nodes are, measured by what all pods of the workload request together.
///
/// @param totals per resource, in the order of the model
/// @param cpu position of cpu
/// @param memory position of memory
/// @param nodeCost what a node costs beside its price, per hour
record Demand(List<Long> totals, int cpu, int memory, double nodeCost) {

  static Demand of(PackingModel model, double nodeCost) {
    var totals = new long[model.resources().size()];
    for (var kind : model.kinds())
      for (int r = 0; r < totals.length; r++) totals[r] += kind.requests().get(r) * kind.count();
    return new Demand(
        Arrays.stream(totals).boxed().toList(),
        model.resources().indexOf("cpu"),
        model.resources().indexOf("memory"),
        nodeCost);
  }

  /// The largest part of any resource's total that one pod takes.
  double dominantShare(PodKind kind) {
    double most = 0;
    for (int r = 0; r < totals.size(); r++) most = Math.max(most, share(kind.requests().get(r), r));
    return most;
  }

  /// The parts of all totals that one pod takes, added up.
  double size(PodKind kind) {
    double sum = 0;
    for (int r = 0; r < totals.size(); r++) sum += share(kind.requests().get(r), r);
    return sum;
  }

  /// The part of the totals that a node could hold, of what pods of this kind request.
  double share(NodeOffer offer, PodKind kind) {
    double least = Double.POSITIVE_INFINITY;
    for (int r = 0; r < totals.size(); r++)
      if (kind.requests().get(r) > 0) least = Math.min(least, share(offer.room().get(r), r));
    return least;
  }

  private double share(long amount, int resource) {
    long total = totals.get(resource);
    return total == 0 ? 0 : (double) amount / total;
  }

  /// What a node costs in all.
  double cost(NodeOffer offer) {
    return offer.price() + nodeCost;
  }

  Comparator<PodKind> byCpu() {
    return largestFirst(kind -> amount(kind, cpu)).thenComparing(byDominantShare());
  }

  Comparator<PodKind> byMemory() {
    return largestFirst(kind -> amount(kind, memory)).thenComparing(byDominantShare());
  }

  Comparator<PodKind> byDominantShare() {
    return largestFirst(this::dominantShare).thenComparing(PodKind::index);
  }

  private static Comparator<PodKind> largestFirst(ToDoubleFunction<PodKind> size) {
    return Comparator.comparingDouble(size).reversed();
  }

  private static double amount(PodKind kind, int resource) {
    return resource < 0 ? 0 : kind.requests().get(resource);
  }

  /// How much of a resource an offer has; nothing where no pod requests it.
  static double room(NodeOffer offer, int resource) {
    return resource < 0 ? 0 : offer.room().get(resource);
  }
}
