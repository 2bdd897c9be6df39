package karpenter.core.testkit.twin;

import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import karpenter.core.catalog.InstanceType;
import karpenter.core.catalog.Offering;
import karpenter.core.cluster.NodePool;
import karpenter.core.requirement.Requirements;
import karpenter.core.requirement.ValueSet;
import karpenter.core.scheduling.Options;

/// Capacity that is paid for already (section 8).
final class Reservations {
  private final Options options;
  private final SortedMap<String, Integer> capacity = new TreeMap<>();

  // reading: unavailable offerings and pools that are no templates name a capacity too; a
  // reservation for which nobody names one has none.
  Reservations(List<NodePool> pools, Options options) {
    this.options = options;
    for (NodePool pool : pools) {
      for (InstanceType type : pool.types()) {
        for (Offering offering : type.offerings()) {
          if (isReserved(offering) && offering.reservationCapacity().isPresent()) {
            int named = offering.reservationCapacity().getAsInt();
            capacity.merge(id(type, offering), named, Math::min);
          }
        }
      }
    }
  }

  /// The reservations a draft of this shape could hold.
  SortedSet<String> compatible(Requirements requirements, List<Row> rows) {
    SortedSet<String> ids = new TreeSet<>();
    for (Row row : rows) {
      row.satisfying(requirements, options.wellKnownLabels())
          .filter(Reservations::isReserved)
          .forEach(offering -> ids.add(id(row.type(), offering)));
    }
    return ids;
  }

  /// Those of them held already or with capacity left beside what the drafts hold.
  SortedSet<String> reservable(
      SortedSet<String> compatible, SortedSet<String> held, List<Site.Draft> drafts) {
    SortedSet<String> ids = new TreeSet<>(compatible);
    ids.removeIf(
        id ->
            !held.contains(id)
                && capacity.getOrDefault(id, 0)
                    <= drafts.stream().filter(draft -> draft.shape.held().contains(id)).count());
    return ids;
  }

  /// A draft that holds reservations becomes one of them.
  Requirements narrowed(Requirements requirements, SortedSet<String> held) {
    if (held.isEmpty()) return requirements;
    var reserved = requirements.and(Labels.CAPACITY_TYPE, ValueSet.in(Labels.RESERVED));
    // reading: a reservation without a label has no id to narrow to.
    return options.reservationLabel().isEmpty()
        ? reserved
        : reserved.and(options.reservationLabel(), ValueSet.in(held));
  }

  private static boolean isReserved(Offering offering) {
    return offering.requirements().get(Labels.CAPACITY_TYPE).equals(ValueSet.in(Labels.RESERVED));
  }

  private String id(InstanceType type, Offering offering) {
    return Stream.of(options.reservationLabel())
        .filter(label -> !label.isEmpty())
        .flatMap(label -> offering.requirements().get(label).finiteValues().stream())
        .flatMap(values -> values.stream())
        .findFirst()
        .orElseGet(() -> type.name() + " " + type.offerings().indexOf(offering));
  }
}
