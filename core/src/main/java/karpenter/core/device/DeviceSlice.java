package karpenter.core.device;

import java.util.List;
import java.util.Optional;

/// A part of a pool of devices, as a driver publishes it: either devices, or the counters they
/// share.
///
/// @param generation only the slices of a pool's highest generation count
/// @param sliceCount how many slices the pool has in that generation
/// @param owner the Node it goes with
public record DeviceSlice(
    String name,
    String driver,
    String pool,
    long generation,
    long sliceCount,
    Reach reach,
    List<Device> devices,
    List<Counters> sharedCounters,
    Optional<String> owner) {

  public DeviceSlice {
    devices = List.copyOf(devices);
    sharedCounters = List.copyOf(sharedCounters);
  }

  /// A slice that no node owns.
  public DeviceSlice(
      String name,
      String driver,
      String pool,
      long generation,
      long sliceCount,
      Reach reach,
      List<Device> devices,
      List<Counters> sharedCounters) {
    this(
        name,
        driver,
        pool,
        generation,
        sliceCount,
        reach,
        devices,
        sharedCounters,
        Optional.empty());
  }
}
