package karpenter.core.cluster;

import java.util.List;
import java.util.Optional;
import karpenter.core.catalog.InstanceType;
import karpenter.core.pod.Taint;
import karpenter.core.requirement.Requirements;
import karpenter.core.resource.Resources;

/// A pool new nodes may be bought for, with the types its provider offers it.
///
/// @param requirements the pool's own requirements, template labels, pool name and node class,
///   joined
/// @param startupTaints put on new nodes but removed before pods run, so scheduling ignores them
/// @param limits the most this pool may hold; what is not named is unlimited; `nodes` limits the
///   count
/// @param nodeCost what a node of it costs an hour beside its instance, in the currency of prices
public record NodePool(
    String name,
    int weight,
    Requirements requirements,
    List<Taint> taints,
    List<Taint> startupTaints,
    Optional<Resources> limits,
    List<InstanceType> types,
    double nodeCost) {

  /// A pool whose nodes cost nothing beside their instances.
  public NodePool(
      String name,
      int weight,
      Requirements requirements,
      List<Taint> taints,
      List<Taint> startupTaints,
      Optional<Resources> limits,
      List<InstanceType> types) {
    this(name, weight, requirements, taints, startupTaints, limits, types, 0);
  }

  public NodePool {
    if (!(nodeCost >= 0 && nodeCost < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("a node cost of " + nodeCost);
    }
    taints = List.copyOf(taints);
    startupTaints = List.copyOf(startupTaints);
    types = List.copyOf(types);
  }

  public NodePool withNodeCost(double cost) {
    return new NodePool(name, weight, requirements, taints, startupTaints, limits, types, cost);
  }
}
