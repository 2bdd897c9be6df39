package karpenter.bench.optimum;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import karpenter.bench.check.PackingModel;
import karpenter.bench.check.PodKind;

/// Which nodes may be bought for a pod: none of a NodePool if one of higher weight could take the
/// pod in the same zone. NodePools with limits may be full, so they stand in nobody's way.
final class OpenerRule {
  private final PackingModel model;

  OpenerRule(PackingModel model) {
    this.model = model;
  }

  BitSet openable(PodKind kind) {
    var openable = kind.offers();
    if (kind.choosesFreely()) return openable;
    Map<String, Integer> heaviest = new HashMap<>();
    for (var offer : model.offers())
      if (kind.accepts(offer) && model.limits(offer.pool()).isEmpty())
        heaviest.merge(offer.zone(), offer.weight(), Math::max);
    for (var offer : model.offers())
      if (offer.weight() < heaviest.getOrDefault(offer.zone(), offer.weight()))
        openable.clear(offer.index());
    return openable;
  }
}
