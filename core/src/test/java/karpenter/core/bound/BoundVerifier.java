package karpenter.core.bound;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import karpenter.core.catalog.InstanceType;
import karpenter.core.catalog.Offering;
import karpenter.core.cluster.NodePool;
import karpenter.core.pod.Pod;
import karpenter.core.pod.PodSpec;
import karpenter.core.pod.Toleration;
import karpenter.core.pod.Toleration.SoftTaints;
import karpenter.core.requirement.Requirements;
import karpenter.core.resource.Resources;
import karpenter.core.scheduling.Placement;
import karpenter.core.scheduling.SchedulingProblem;

/// Checks a certificate offering by offering from the problem alone, the slow way and without the
/// code that made it. Daemons are left out of the problems it is used on.
final class BoundVerifier {
  private static final double TOLERANCE = 1e-9;

  private BoundVerifier() {}

  /// What is wrong with the bound; empty if it is proven.
  static List<String> objections(SchedulingProblem problem, Placement placement, Bound bound) {
    List<String> objections = new ArrayList<>();
    Map<String, SortedMap<String, Double>> pays = new HashMap<>();
    for (var other : bound.certificate().classes()) {
      other.pods().forEach(uid -> pays.put(uid, other.prices()));
    }
    List<Pod> onNew = placement.newNodes().stream().flatMap(n -> n.pods().stream()).toList();
    List<Pod> placed = new ArrayList<>(onNew);
    placement.existing().forEach(node -> placed.addAll(node.pods()));
    for (NodePool pool : problem.pools()) {
      for (InstanceType type : pool.types()) {
        for (Offering offering : type.offerings()) {
          double cost = offering.price() + pool.nodeCost() + charged(pool, type, offering, bound);
          if (exceedsLimit(problem, pool, type.capacity(offering))) continue;
          double worth =
              bound.pods().isEmpty()
                  ? worth(pool, type, offering, placed, pays, bound)
                  : fillingWorth(pool, type, offering, placed, bound);
          if (worth > Math.max(cost, 0) * (1 + TOLERANCE) + TOLERANCE) {
            objections.add(
                "%s/%s is worth %s and costs %s".formatted(pool.name(), type.name(), worth, cost));
          }
        }
      }
    }
    double paid = onNew.stream().mapToDouble(pod -> paid(pod, pays, bound)).sum();
    for (var quota : bound.certificate().quotas()) paid -= quota.price() * quota.amount();
    if (bound.value() > paid * (1 + TOLERANCE)) {
      objections.add("states %s, pods on new nodes pay %s".formatted(bound.value(), paid));
    }
    return objections;
  }

  private static double charged(NodePool pool, InstanceType type, Offering offering, Bound bound) {
    double charged = 0;
    for (var quota : bound.certificate().quotas()) {
      if (quota.pool().equals(pool.name()))
        charged += quota.price() * units(type.capacity(offering), quota.resource());
    }
    return charged;
  }

  private static boolean exceedsLimit(SchedulingProblem problem, NodePool pool, Resources size) {
    return pool.limits()
        .filter(limits -> limits.names().stream().anyMatch(n -> size.get(n) > limits.get(n)))
        .isPresent();
  }

  /// Tries every set of pods.
  private static double fillingWorth(
      NodePool pool, InstanceType type, Offering offering, List<Pod> placed, Bound bound) {
    Map<String, Double> price = new HashMap<>();
    for (var one : bound.certificate().pods()) {
      one.pods().forEach(uid -> price.put(uid, one.price()));
    }
    var labels = pool.requirements().and(type.requirements()).and(offering.requirements());
    if (labels.isContradictory()) return 0;
    double most = 0;
    for (int set = 0; set < 1 << placed.size(); set++) {
      Resources sum = Resources.none();
      double paid = 0;
      boolean fits = true;
      Map<String, Integer> slots = new HashMap<>();
      for (int i = 0; i < placed.size() && fits; i++) {
        if ((set >> i & 1) == 0) continue;
        Pod pod = placed.get(i);
        var spec = pod.spec();
        fits =
            isServed(pod, pool, labels, bound)
                && Toleration.firstUntolerated(
                        spec.tolerations(), pool.taints(), SoftTaints.IGNORED)
                    .isEmpty()
                && spec.nodeAlternatives().stream().anyMatch(labels::intersects);
        sum = sum.plus(spec.requests());
        paid += price.getOrDefault(pod.uid(), 0.0);
        for (var exclusive : bound.certificate().exclusive()) {
          boolean isMember = exclusive.pods().contains(pod.uid());
          if (isMember && slots.merge(exclusive.name(), 1, Integer::sum) > exclusive.perNode())
            fits = false;
        }
      }
      if (fits && sum.fits(type.allocatable(offering))) most = Math.max(most, paid);
    }
    return most;
  }

  /// Whether such a node gives the pod what the certificate takes for granted.
  private static boolean isServed(Pod pod, NodePool pool, Requirements labels, Bound bound) {
    for (var granted : bound.certificate().granted()) {
      if (!granted.pods().contains(pod.uid())) continue;
      if (!granted.nodePools().isEmpty() && !granted.nodePools().contains(pool.name()))
        return false;
      for (var wish : granted.wishes()) {
        if (!labels.intersects(Requirements.ofTerms(wish))) return false;
      }
    }
    return true;
  }

  /// The most that pods could pay which fit this offering.
  private static double worth(
      NodePool pool,
      InstanceType type,
      Offering offering,
      List<Pod> placed,
      Map<String, SortedMap<String, Double>> pays,
      Bound bound) {
    var labels = pool.requirements().and(type.requirements()).and(offering.requirements());
    Resources room = type.allocatable(offering);
    Map<String, Double> highest = new HashMap<>();
    Map<String, Integer> slots = new HashMap<>();
    if (labels.isContradictory()) return 0;
    for (Pod pod : placed) {
      PodSpec spec = pod.spec();
      boolean mayUse =
          isServed(pod, pool, labels, bound)
              && Toleration.firstUntolerated(spec.tolerations(), pool.taints(), SoftTaints.IGNORED)
                  .isEmpty()
              && spec.nodeAlternatives().stream().anyMatch(labels::intersects)
              && spec.requests().fits(room);
      if (!mayUse) continue;
      pays.getOrDefault(pod.uid(), bound.prices())
          .forEach((name, price) -> highest.merge(name, price, Math::max));
      for (var exclusive : bound.certificate().exclusive()) {
        if (exclusive.pods().contains(pod.uid())) slots.put(exclusive.name(), exclusive.perNode());
      }
    }
    double worth = 0;
    for (var price : highest.entrySet()) worth += price.getValue() * units(room, price.getKey());
    for (var exclusive : bound.certificate().exclusive()) {
      worth += exclusive.price() * slots.getOrDefault(exclusive.name(), 0);
    }
    return worth;
  }

  private static double paid(Pod pod, Map<String, SortedMap<String, Double>> pays, Bound bound) {
    double paid = 0;
    for (var price : pays.getOrDefault(pod.uid(), bound.prices()).entrySet()) {
      paid += price.getValue() * units(pod.spec().requests(), price.getKey());
    }
    for (var exclusive : bound.certificate().exclusive()) {
      if (exclusive.pods().contains(pod.uid())) paid += exclusive.price();
    }
    for (var one : bound.certificate().pods()) {
      if (one.pods().contains(pod.uid())) paid += one.price();
    }
    return paid;
  }

  private static double units(Resources amounts, String name) {
    return amounts.get(name) / (name.equals(Resources.CPU) ? 1000.0 : 1.0);
  }
}
