package karpenter.core.device;

import java.util.List;

/// A part of a pool of devices, as a driver publishes it: either devices, or the counters they
/// share.
///
/// @param generation only the slices of a pool's highest generation count
/// @param sliceCount how many slices the pool has in that generation
public record DeviceSlice(
    String name,
    String driver,
    String pool,
    long generation,
    long sliceCount,
    Reach reach,
    List<Device> devices,
    List<Counters> sharedCounters) {

  public DeviceSlice {
    devices = List.copyOf(devices);
    sharedCounters = List.copyOf(sharedCounters);
  }
}
