package karpenter.core.lifecycle;

import java.util.Collection;
import java.util.TreeMap;
import karpenter.core.facts.SliceFacts;

/// Whether a driver has said all about a pool of devices.
final class DevicePools {
  private DevicePools() {}

  /// A pool is complete when as many slices of its highest generation are there as it declares.
  static boolean hasCompletePool(String driver, Collection<SliceFacts> slices) {
    var pools = new TreeMap<String, Collection<SliceFacts>>();
    for (var slice : slices) {
      if (slice.driver().equals(driver)) {
        pools.computeIfAbsent(slice.pool(), _ -> new java.util.ArrayList<>()).add(slice);
      }
    }
    return pools.values().stream().anyMatch(DevicePools::isComplete);
  }

  private static boolean isComplete(Collection<SliceFacts> pool) {
    long newest = pool.stream().mapToLong(SliceFacts::generation).max().orElse(0);
    var current = pool.stream().filter(slice -> slice.generation() == newest).toList();
    long declared = current.getFirst().sliceCount();
    return declared > 0 && current.size() == declared;
  }
}
