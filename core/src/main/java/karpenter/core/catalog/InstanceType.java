package karpenter.core.catalog;

import java.util.List;
import karpenter.core.device.DeviceTemplates;
import karpenter.core.requirement.Requirements;
import karpenter.core.resource.Resources;

/// A machine shape with everything it may be bought as. Overhead is what the kubelet and the system
/// keep for themselves.
///
/// @param devices what drivers will publish on each node of this type
public record InstanceType(
    String name,
    Requirements requirements,
    List<Offering> offerings,
    Resources capacity,
    Resources overhead,
    DeviceTemplates devices) {

  /// A type that brings no devices.
  public InstanceType(
      String name,
      Requirements requirements,
      List<Offering> offerings,
      Resources capacity,
      Resources overhead) {
    this(name, requirements, offerings, capacity, overhead, DeviceTemplates.NONE);
  }

  public InstanceType {
    offerings = List.copyOf(offerings);
  }

  /// What pods may use when bought as `offering`.
  public Resources allocatable(Offering offering) {
    return Allocatable.of(
        capacity(offering), Allocatable.override(overhead, offering.overheadOverride()));
  }

  /// What the machine has before overhead when bought as `offering`; NodePool limits count this.
  public Resources capacity(Offering offering) {
    return Allocatable.override(capacity, offering.capacityOverride());
  }
}
