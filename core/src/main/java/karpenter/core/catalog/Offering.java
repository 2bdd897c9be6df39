package karpenter.core.catalog;

import java.util.OptionalInt;
import karpenter.core.requirement.Requirements;
import karpenter.core.resource.Resources;

/// One way to buy an instance type: a zone, a capacity type, perhaps a reservation, at a price.
///
/// Overrides replace the type's capacity or overhead key by key; most offerings have none.
public record Offering(
    Requirements requirements,
    double price,
    boolean available,
    OptionalInt reservationCapacity,
    Resources capacityOverride,
    Resources overheadOverride) {

  public static Offering of(Requirements requirements, double price) {
    return new Offering(
        requirements, price, true, OptionalInt.empty(), Resources.none(), Resources.none());
  }

  public Offering withPrice(double changed) {
    return new Offering(
        requirements, changed, available, reservationCapacity, capacityOverride, overheadOverride);
  }
}
