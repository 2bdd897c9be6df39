package karpenter.bench.check;

import java.util.List;
import java.util.OptionalDouble;

/// One way to buy a node: an instance type in a NodePool, a zone and a capacity type.
///
/// @param index among the offers of its [PackingModel]
/// @param room what pods may use, daemons subtracted, in the order of [PackingModel#resources]
/// @param capacity of the type, which is what the limits of a NodePool count
public record NodeOffer(
    int index,
    String pool,
    int weight,
    String type,
    String zone,
    String capacityType,
    double price,
    Amounts room,
    Amounts capacity) {

  /// The claim that buys exactly this.
  Placement.Claim claim(int number) {
    return new Placement.Claim(
        number,
        pool,
        List.of(type),
        demands(zone, capacityType),
        List.of(),
        OptionalDouble.of(price));
  }

  static Requirements demands(String zone, String capacityType) {
    return Requirements.NONE
        .and(LabelKeys.ZONE, LabelValues.only(zone))
        .and(LabelKeys.CAPACITY_TYPE, LabelValues.only(capacityType));
  }
}
