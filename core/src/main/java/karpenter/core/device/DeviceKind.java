package karpenter.core.device;

import java.math.BigDecimal;
import java.util.SortedMap;
import java.util.TreeMap;

/// All that a selector can see of a device. Hundreds of devices are of one kind, so a selector is
/// evaluated once for all of them.
public record DeviceKind(
    String driver,
    SortedMap<String, Attribute> attributes,
    SortedMap<String, BigDecimal> capacity,
    boolean allowsMultiple) {

  public static DeviceKind of(String driver, Device device) {
    var amounts = new TreeMap<String, BigDecimal>();
    device.capacity().forEach((name, capacity) -> amounts.put(name, capacity.value()));
    return new DeviceKind(driver, device.attributes(), amounts, device.allowsMultiple());
  }
}
