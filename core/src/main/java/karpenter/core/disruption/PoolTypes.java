package karpenter.core.disruption;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import karpenter.core.catalog.InstanceType;

/// What a pool may buy.
///
/// @param unknown why that is not known; empty text when it is
/// @param nodeCost what a node of the pool costs an hour beside its instance
public record PoolTypes(Map<String, InstanceType> byName, String unknown, double nodeCost) {

  public PoolTypes {
    if (!(nodeCost >= 0 && nodeCost < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException("a node cost of " + nodeCost);
    }
  }

  public static PoolTypes of(List<InstanceType> types) {
    var byName = new HashMap<String, InstanceType>();
    types.forEach(type -> byName.put(type.name(), type));
    return new PoolTypes(byName, "", 0);
  }

  public static PoolTypes notKnown(String why) {
    return new PoolTypes(Map.of(), why, 0);
  }

  public PoolTypes withNodeCost(double cost) {
    return new PoolTypes(byName, unknown, cost);
  }
}
