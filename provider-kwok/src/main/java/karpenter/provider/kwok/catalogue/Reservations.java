package karpenter.provider.kwok.catalogue;

import java.util.List;
import karpenter.core.catalog.InstanceType;
import karpenter.core.catalog.Offering;
import karpenter.core.requirement.ValueSet;

/// Where some offering names a reservation, all others say that they have none. Otherwise a pod
/// that asks for that reservation would be satisfied by any offering that is silent about it.
final class Reservations {
  private Reservations() {}

  static List<InstanceType> settled(List<InstanceType> types) {
    boolean any =
        types.stream().flatMap(type -> type.offerings().stream()).anyMatch(Reservations::isNamed);
    return any ? types.stream().map(Reservations::settled).toList() : types;
  }

  private static InstanceType settled(InstanceType type) {
    return new InstanceType(
        type.name(),
        type.requirements(),
        type.offerings().stream().map(Reservations::settled).toList(),
        type.capacity(),
        type.overhead(),
        type.devices());
  }

  private static Offering settled(Offering offering) {
    if (isNamed(offering)) return offering;
    return new Offering(
        offering.requirements().and(KwokLabels.RESERVATION_ID, ValueSet.doesNotExist()),
        offering.price(),
        offering.available(),
        offering.reservationCapacity(),
        offering.capacityOverride(),
        offering.overheadOverride());
  }

  private static boolean isNamed(Offering offering) {
    return offering.requirements().has(KwokLabels.RESERVATION_ID);
  }
}
