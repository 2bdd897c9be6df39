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
public record NodePool(
    String name,
    int weight,
    Requirements requirements,
    List<Taint> taints,
    List<Taint> startupTaints,
    Optional<Resources> limits,
    List<InstanceType> types) {

  public NodePool {
    taints = List.copyOf(taints);
    startupTaints = List.copyOf(startupTaints);
    types = List.copyOf(types);
  }
}
