package karpenter.core.bound;

import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import karpenter.core.catalog.InstanceType;
import karpenter.core.catalog.Offering;
import karpenter.core.cluster.NodePool;
import karpenter.core.requirement.Requirements;
import karpenter.core.scheduling.SchedulingProblem;

/// Everything that can be bought, reduced to the cheapest of each shape.
final class Shelf {
  private final SchedulingProblem problem;
  private final Goods goods;
  private final Facets facets;
  private final List<ExclusiveGroup> groups;
  private final List<Quota> quotas;
  private final Set<String> describable;
  private final Map<InstanceType, double[]> rooms = new IdentityHashMap<>();
  private final Map<Object, Offer> cheapest = new LinkedHashMap<>();

  private Shelf(
      SchedulingProblem problem,
      Goods goods,
      Facets facets,
      List<ExclusiveGroup> groups,
      List<Quota> quotas) {
    this.problem = problem;
    this.goods = goods;
    this.facets = facets;
    this.groups = groups;
    this.quotas = quotas;
    this.describable = describable(problem);
  }

  static List<Offer> of(
      SchedulingProblem problem,
      Goods goods,
      Facets facets,
      List<ExclusiveGroup> groups,
      List<Quota> quotas) {
    var shelf = new Shelf(problem, goods, facets, groups, quotas);
    problem.pools().stream().sorted(Comparator.comparing(NodePool::name)).forEach(shelf::add);
    return List.copyOf(shelf.cheapest.values());
  }

  private void add(NodePool pool) {
    var load = new DaemonLoad(pool, problem.daemons(), problem.options().wellKnownLabels(), goods);
    long admitted = facets.admitted(pool) & facets.suiting(pool.requirements(), describable);
    if (admitted == 0) return;
    Map<Requirements, Boolean> sold = new HashMap<>();
    for (InstanceType type : pool.types()) {
      if (!type.requirements().intersects(pool.requirements())) continue;
      long users = admitted & facets.overlapping(type.requirements());
      if (users == 0) continue;
      for (Offering offering : type.offerings()) {
        boolean forSale =
            offering.available()
                && sold.computeIfAbsent(
                    offering.requirements(), cell -> cell.intersects(pool.requirements()));
        if (forSale) {
          add(pool, type, offering, users & facets.overlapping(offering.requirements()), load);
        }
      }
    }
  }

  private void add(
      NodePool pool, InstanceType type, Offering offering, long users, DaemonLoad load) {
    if (users == 0) return;
    double[] charges =
        quotas.stream().mapToDouble(quota -> quota.charge(pool, type, offering)).toArray();
    // What is more than all that is left of a limit cannot be bought.
    for (int q = 0; q < charges.length; q++) {
      if (charges[q] > quotas.get(q).amount()) return;
    }
    double[] room =
        Goods.less(room(type, offering), load.on(type.requirements(), offering.requirements()));
    long fitting = users & facets.fitting(room);
    if (fitting == 0) return;
    int[] slots = groups.stream().mapToInt(group -> group.slots(room, fitting)).toArray();
    // Nothing is sold below nothing: a negative price would make buying forever the optimum.
    double cost = Math.max(0, offering.price()) + pool.nodeCost();
    var offer = new Offer(room, cost, fitting, slots, charges);
    cheapest.merge(offer.shape(), offer, (a, b) -> a.price() <= b.price() ? a : b);
  }

  private double[] room(InstanceType type, Offering offering) {
    boolean isPlain =
        offering.capacityOverride().isEmpty() && offering.overheadOverride().isEmpty();
    return isPlain
        ? rooms.computeIfAbsent(type, _ -> goods.amounts(type.allocatable(offering)))
        : goods.amounts(type.allocatable(offering));
  }

  /// Labels a node may come to have beyond what its pool says.
  private static Set<String> describable(SchedulingProblem problem) {
    Set<String> keys = new TreeSet<>(problem.options().wellKnownLabels());
    Map<InstanceType, Boolean> seen = new IdentityHashMap<>();
    for (NodePool pool : problem.pools()) {
      for (InstanceType type : pool.types()) {
        if (seen.put(type, true) != null) continue;
        keys.addAll(type.requirements().keys());
        for (Offering offering : type.offerings()) keys.addAll(offering.requirements().keys());
      }
    }
    return keys;
  }
}
