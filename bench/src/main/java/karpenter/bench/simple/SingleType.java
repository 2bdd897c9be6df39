package karpenter.bench.simple;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import karpenter.bench.check.NodeOffer;
import karpenter.bench.check.PodKind;

/// Buys one type for all pods that can use it, whichever of the most promising types makes the
/// cheapest packing. Pods that cannot use it get what costs least per pod.
final class SingleType {
  private static final int MOST_TYPES = 12;

  private SingleType() {}

  /// @param fresh starts a packing from nothing
  static PackingRun best(Supplier<PackingRun> fresh) {
    var best = fresh.get();
    var types = promising(best);
    for (int i = 0; i < types.size(); i++) {
      var run = i == 0 ? best : fresh.get();
      var type = types.get(i);
      Opening opening = (kind, offers, r) -> ofType(type, kind, offers, r);
      new PodByPod(Demand::byDominantShare, opening, Fit.FIRST).pack(run);
      RightSize.apply(run);
      if (run == best || Packings.BEST_FIRST.compare(Outcome.of(run), Outcome.of(best)) < 0)
        best = run;
    }
    return best;
  }

  private static NodeOffer ofType(
      String type, PodKind kind, List<NodeOffer> offers, PackingRun run) {
    var same = offers.stream().filter(offer -> offer.type().equals(type)).toList();
    return Opening.perPod(kind, same.isEmpty() ? offers : same, run);
  }

  /// The types that hold the whole demand at the least cost if pods were water, of those that most
  /// pods can use.
  private static List<String> promising(PackingRun run) {
    var costs = new LinkedHashMap<String, Double>();
    for (var offer : run.model().offers()) {
      double held = 0;
      for (var kind : run.model().kinds())
        if (kind.accepts(offer)) held += kind.count() * run.demand().size(kind);
      double share = smallestShare(offer, run);
      if (held > 0 && share > 0)
        costs.merge(offer.type(), run.demand().cost(offer) / share / held, Math::min);
    }
    return costs.entrySet().stream()
        .sorted(Comparator.comparing(Map.Entry::getValue))
        .limit(MOST_TYPES)
        .map(Map.Entry::getKey)
        .toList();
  }

  private static double smallestShare(NodeOffer offer, PackingRun run) {
    double least = Double.POSITIVE_INFINITY;
    for (int r = 0; r < offer.room().size(); r++)
      if (offer.room().get(r) > 0)
        least = Math.min(least, (double) offer.room().get(r) / run.demand().totals().get(r));
    return least;
  }
}
