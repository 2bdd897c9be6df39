package karpenter.core.bound;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import karpenter.core.catalog.InstanceType;
import karpenter.core.catalog.Offering;
import karpenter.core.cluster.ExistingNode;
import karpenter.core.cluster.NodePool;
import karpenter.core.resource.Resources;
import karpenter.core.scheduling.Placement;
import karpenter.core.scheduling.SchedulingProblem;

/// How much of a NodePool's limit new nodes take: at most what is left of it, or, where the plan
/// fills the NodePool before it buys from lighter ones, at least so much.
///
/// @param amount in whole units (cores, bytes, pieces), of all new nodes together
public record Quota(String pool, String resource, Sense sense, double amount) {
  private static final double MILLIS = 1000;

  public enum Sense {
    AT_MOST,
    AT_LEAST
  }

  /// What the limits leave for new nodes.
  static List<Quota> limits(SchedulingProblem problem) {
    List<Quota> quotas = new ArrayList<>();
    for (NodePool pool : byName(problem)) {
      var left = left(pool, problem);
      left.forEach(
          (resource, amount) ->
              quotas.add(
                  new Quota(
                      pool.name(), resource, Sense.AT_MOST, units(resource, Math.max(0, amount)))));
    }
    return quotas;
  }

  /// NodePools that the plan has filled: not even the smallest node they could buy is left. Only
  /// those that must come before others.
  static List<Quota> filled(SchedulingProblem problem, Placement placement) {
    int lightest = problem.pools().stream().mapToInt(NodePool::weight).min().orElse(0);
    List<Quota> quotas = new ArrayList<>();
    for (NodePool pool : byName(problem)) {
      if (pool.weight() <= lightest) continue;
      left(pool, problem)
          .forEach(
              (resource, left) -> {
                long smallest = smallest(pool, resource);
                long used = used(pool, resource, placement);
                if (smallest > 0 && left > smallest && used > left - smallest)
                  quotas.add(
                      new Quota(
                          pool.name(), resource, Sense.AT_LEAST, units(resource, left - smallest)));
              });
    }
    return quotas;
  }

  /// What one node takes of it.
  double charge(NodePool buyer, InstanceType type, Offering offering) {
    return buyer.name().equals(pool)
        ? units(resource, amount(type.capacity(offering), resource))
        : 0;
  }

  /// What one node takes of it, whichever way its type is bought.
  double charge(NodePool buyer, InstanceType type) {
    return buyer.name().equals(pool) ? units(resource, amount(type.capacity(), resource)) : 0;
  }

  private static List<NodePool> byName(SchedulingProblem problem) {
    return problem.pools().stream().sorted(Comparator.comparing(NodePool::name)).toList();
  }

  private static Map<String, Long> left(NodePool pool, SchedulingProblem problem) {
    var limits = pool.limits().orElse(Resources.none());
    Map<String, Long> left = new TreeMap<>();
    for (String resource : limits.names()) left.put(resource, limits.get(resource));
    for (ExistingNode node : problem.nodes()) {
      if (!node.pool().equals(Optional.of(pool.name()))) continue;
      left.replaceAll((resource, amount) -> amount - amount(node.capacity(), resource));
    }
    return left;
  }

  private static long used(NodePool pool, String resource, Placement placement) {
    Map<String, InstanceType> types = new HashMap<>();
    for (InstanceType type : pool.types()) types.put(type.name(), type);
    long used = 0;
    for (var node : placement.newNodes()) {
      if (!node.pool().equals(pool.name()) || node.types().isEmpty()) continue;
      var type = types.get(node.types().getFirst().type());
      if (type != null) used += amount(type.capacity(), resource);
    }
    return used;
  }

  private static long smallest(NodePool pool, String resource) {
    long smallest = Long.MAX_VALUE;
    for (InstanceType type : pool.types()) {
      if (!type.requirements().intersects(pool.requirements())) continue;
      for (Offering offering : type.offerings()) {
        if (offering.available() && offering.requirements().intersects(pool.requirements()))
          smallest = Math.min(smallest, amount(type.capacity(offering), resource));
      }
    }
    return smallest == Long.MAX_VALUE ? 0 : smallest;
  }

  private static long amount(Resources capacity, String resource) {
    return resource.equals(Resources.NODES) ? 1 : capacity.get(resource);
  }

  private static double units(String resource, long amount) {
    return resource.equals(Resources.CPU) ? amount / MILLIS : amount;
  }
}
