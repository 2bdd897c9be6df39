package karpenter.core.bound;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import karpenter.core.bound.Bound.PodPrices;
import karpenter.core.bound.Bound.SlotPrice;
import karpenter.core.pod.Pod;
import karpenter.core.scheduling.Placement;
import karpenter.core.scheduling.SchedulingProblem;

/// A price that no valid placement of the placed pods can undercut.
///
/// Let every pod pay for what it requests, at prices per class of pods and resource. If on no offer
/// the pods that fit could pay more than it costs, then the nodes of *any* placement cost at least
/// what all pods pay, less what those on existing nodes pay. On an existing node they pay at most
/// what its free room is worth, so
///
///     price ≥ Σ over placed pods of what they pay − Σ over existing nodes of what their room is
///     worth
///
/// whichever pods go where. An offer's room is worth at most, resource by resource, its amount at
/// the highest price among the classes that can use it. Topology, limits and minimum values only
/// forbid placements, so leaving them out keeps this true; of exclusive groups see
/// [ExclusiveGroup]. [DualPrices] looks for the prices that prove most.
public final class LowerBound {
  private LowerBound() {}

  public static Bound of(SchedulingProblem problem, Placement placement) {
    List<Pod> placed = placed(placement);
    double planned = placement.price();
    if (placed.isEmpty() || !(planned > 0)) {
      return new Bound(0, planned, new TreeMap<>(), List.of(), List.of());
    }
    var goods = Goods.of(placed.stream().map(Pod::spec).toList());
    var facets = Facets.of(placed, goods);
    var groups = ExclusiveGroup.of(placed, problem.namespaces(), facets, goods);
    var offers = Shelf.of(problem, goods, facets, groups);
    var standing = Standing.of(problem, goods, facets, groups);
    var classes = Classes.of(facets, offers, goods);
    var found =
        new DualPrices(
                classes,
                groups.stream().mapToDouble(group -> group.pods().size()).toArray(),
                classes.cheapest(offers),
                classes.together(standing),
                planned)
            .find();
    return new Bound(
        found.value(),
        planned,
        prices(found.tariff(), 0, goods),
        otherClasses(classes, found.tariff(), goods),
        slotPrices(groups, found.tariff()));
  }

  private static List<Pod> placed(Placement placement) {
    List<Pod> placed = new ArrayList<>();
    placement.newNodes().forEach(node -> placed.addAll(node.pods()));
    placement.existing().forEach(node -> placed.addAll(node.pods()));
    return placed;
  }

  private static List<PodPrices> otherClasses(Classes classes, Tariff tariff, Goods goods) {
    List<PodPrices> others = new ArrayList<>();
    for (int c = 1; c < classes.count(); c++) {
      others.add(new PodPrices(prices(tariff, c, goods), classes.members().get(c).pods()));
    }
    return others;
  }

  private static SortedMap<String, Double> prices(Tariff tariff, int podClass, Goods goods) {
    var prices = new TreeMap<String, Double>();
    for (int i = 0; i < goods.count(); i++) {
      double price = tariff.unit()[podClass][i];
      if (price > 0) prices.put(goods.names().get(i), price);
    }
    return prices;
  }

  private static List<SlotPrice> slotPrices(List<ExclusiveGroup> groups, Tariff tariff) {
    List<SlotPrice> prices = new ArrayList<>();
    for (int e = 0; e < groups.size(); e++) {
      var group = groups.get(e);
      double price = tariff.slot()[e];
      if (price > 0) {
        prices.add(
            new SlotPrice(
                "exclusive:" + (e + 1), group.exclusion(), group.perNode(), price, group.pods()));
      }
    }
    return prices;
  }
}
