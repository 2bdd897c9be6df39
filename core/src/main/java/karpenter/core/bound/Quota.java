package karpenter.core.bound;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import karpenter.core.catalog.InstanceType;
import karpenter.core.catalog.Offering;
import karpenter.core.cluster.ExistingNode;
import karpenter.core.cluster.NodePool;
import karpenter.core.resource.Resources;
import karpenter.core.scheduling.SchedulingProblem;

/// What a NodePool's limit leaves for new nodes.
///
/// @param amount in whole units (cores, bytes, pieces), of all new nodes together
public record Quota(String pool, String resource, double amount) {
  private static final double MILLIS = 1000;

  static List<Quota> limits(SchedulingProblem problem) {
    List<Quota> quotas = new ArrayList<>();
    for (NodePool pool : byName(problem)) {
      left(pool, problem)
          .forEach(
              (resource, amount) ->
                  quotas.add(
                      new Quota(pool.name(), resource, units(resource, Math.max(0, amount)))));
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

  private static long amount(Resources capacity, String resource) {
    return resource.equals(Resources.NODES) ? 1 : capacity.get(resource);
  }

  private static double units(String resource, long amount) {
    return resource.equals(Resources.CPU) ? amount / MILLIS : amount;
  }
}
