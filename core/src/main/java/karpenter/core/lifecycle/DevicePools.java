package karpenter.core.lifecycle;

import java.util.Collection;
import java.util.TreeMap;
import karpenter.core.device.DeviceSlice;

/// Whether a driver has said all about a pool of devices.
final class DevicePools {
  private DevicePools() {}

  /// A pool is complete when as many slices of its highest generation are there as it declares.
  static boolean hasCompletePool(String driver, Collection<DeviceSlice> slices) {
    var pools = new TreeMap<String, Collection<DeviceSlice>>();
    for (var slice : slices) {
      if (slice.driver().equals(driver)) {
        pools.computeIfAbsent(slice.pool(), _ -> new java.util.ArrayList<>()).add(slice);
      }
    }
    return pools.values().stream().anyMatch(DevicePools::isComplete);
  }

  private static boolean isComplete(Collection<DeviceSlice> pool) {
    long newest = pool.stream().mapToLong(DeviceSlice::generation).max().orElse(0);
    var current = pool.stream().filter(slice -> slice.generation() == newest).toList();
    long declared = current.getFirst().sliceCount();
    return declared > 0 && current.size() == declared;
  }
}
