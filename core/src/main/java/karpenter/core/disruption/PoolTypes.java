package karpenter.core.disruption;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import karpenter.core.catalog.InstanceType;

/// What a pool may buy.
///
/// @param unknown why that is not known; empty text when it is
public record PoolTypes(Map<String, InstanceType> byName, String unknown) {

  public static PoolTypes of(List<InstanceType> types) {
    var byName = new HashMap<String, InstanceType>();
    types.forEach(type -> byName.put(type.name(), type));
    return new PoolTypes(byName, "");
  }

  public static PoolTypes notKnown(String why) {
    return new PoolTypes(Map.of(), why);
  }
}
