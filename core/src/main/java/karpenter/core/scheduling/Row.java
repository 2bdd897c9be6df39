package karpenter.core.scheduling;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import karpenter.core.catalog.InstanceType;
import karpenter.core.catalog.Offering;
import karpenter.core.resource.Resources;

/// An instance type with one set of offerings that share capacity and overhead: the unit the kernel
/// counts in. Nearly every type is one row.
record Row(InstanceType type, List<Offering> offerings, Resources allocatable, Resources capacity) {

  /// The rows of a type, in the order their first offering is listed. Offerings that are sold out
  /// belong to none.
  static List<Row> of(InstanceType type) {
    record Shape(Resources capacity, Resources overhead) {}
    var byShape = new LinkedHashMap<Shape, List<Offering>>();
    for (Offering offering : type.offerings()) {
      if (!offering.available()) continue;
      byShape
          .computeIfAbsent(
              new Shape(offering.capacityOverride(), offering.overheadOverride()),
              _ -> new ArrayList<>())
          .add(offering);
    }
    return byShape.values().stream()
        .map(
            same ->
                new Row(
                    type,
                    List.copyOf(same),
                    type.allocatable(same.getFirst()),
                    type.capacity(same.getFirst())))
        .toList();
  }
}
