package karpenter.core.device;

import java.util.Comparator;

/// Which device: names of devices are unique within a pool, names of pools within a driver.
public record DeviceId(String driver, String pool, String device) implements Comparable<DeviceId> {
  private static final Comparator<DeviceId> ORDER =
      Comparator.comparing(DeviceId::driver)
          .thenComparing(DeviceId::pool)
          .thenComparing(DeviceId::device);

  @Override
  public int compareTo(DeviceId other) {
    return ORDER.compare(this, other);
  }
}
