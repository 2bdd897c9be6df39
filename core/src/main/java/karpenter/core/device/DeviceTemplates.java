package karpenter.core.device;

import java.util.List;

/// The devices every node of an instance type will have once its drivers run, and which of them
/// will share an attribute whose value is not known before.
public record DeviceTemplates(List<Slice> slices, List<AttributeBinding> bindings) {
  public static final DeviceTemplates NONE = new DeviceTemplates(List.of(), List.of());

  public DeviceTemplates {
    slices = List.copyOf(slices);
    bindings = List.copyOf(bindings);
  }

  /// A slice that will be published for each node, reachable from that node alone.
  public record Slice(
      String driver, String pool, List<Device> devices, List<Counters> sharedCounters) {
    public Slice {
      devices = List.copyOf(devices);
      sharedCounters = List.copyOf(sharedCounters);
    }
  }

  /// Devices that will have the same value of `attribute`. Fewer than two bind nothing; bindings
  /// that share a device are one.
  public record AttributeBinding(String attribute, List<DeviceId> devices) {
    public AttributeBinding {
      devices = List.copyOf(devices);
    }
  }
}
