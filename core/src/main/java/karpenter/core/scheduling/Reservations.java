package karpenter.core.scheduling;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import karpenter.core.catalog.InstanceType;
import karpenter.core.catalog.Offering;
import karpenter.core.cluster.NodePool;
import karpenter.core.requirement.Requirements;
import karpenter.core.requirement.ValueSet;

/// Capacity paid for in advance, and how much of it the drafts of a run hold. Mutable, owned by the
/// run.
final class Reservations {
  private final String label;
  private final Set<String> wellKnown;
  private final Map<String, Integer> atStart;
  private final Map<String, Integer> left = new HashMap<>();

  /// @param atStart what [#capacities] found
  Reservations(Map<String, Integer> atStart, String label, Set<String> wellKnown) {
    this.atStart = atStart;
    this.label = label;
    this.wellKnown = wellKnown;
    reset();
  }

  /// The capacity of each reservation that offerings name, by its id.
  static Map<String, Integer> capacities(List<NodePool> pools, String label) {
    Map<String, Integer> found = new HashMap<>();
    for (NodePool pool : pools) {
      for (InstanceType type : pool.types()) {
        for (Offering offering : type.offerings()) {
          if (offering.reservationCapacity().isPresent() && isReserved(offering)) {
            int named = offering.reservationCapacity().getAsInt();
            found.merge(idOf(type, offering, label), named, Math::min);
          }
        }
      }
    }
    return found;
  }

  void reset() {
    left.clear();
    left.putAll(atStart);
  }

  Map<String, Integer> save() {
    return Map.copyOf(left);
  }

  void restore(Map<String, Integer> saved) {
    left.clear();
    left.putAll(saved);
  }

  /// Reservations some row could still be bought from under `requirements`.
  SortedSet<String> compatible(Template template, Requirements requirements, long[] rows) {
    SortedSet<String> ids = new TreeSet<>();
    for (int r = Bits.first(rows); r >= 0; r = Bits.next(rows, r + 1)) {
      Row row = template.rows.get(r);
      for (Offering offering : row.offerings()) {
        if (isReserved(offering) && requirements.satisfies(offering.requirements(), wellKnown)) {
          ids.add(idOf(row.type(), offering, label));
        }
      }
    }
    return ids;
  }

  /// Those of `compatible` that a draft holding `held` may hold.
  SortedSet<String> reservable(SortedSet<String> compatible, SortedSet<String> held) {
    SortedSet<String> ids = new TreeSet<>();
    for (String id : compatible) {
      if (held.contains(id) || left.getOrDefault(id, 0) > 0) ids.add(id);
    }
    return ids;
  }

  void exchange(SortedSet<String> held, SortedSet<String> wanted) {
    for (String id : held) if (!wanted.contains(id)) left.merge(id, 1, Integer::sum);
    for (String id : wanted) if (!held.contains(id)) left.merge(id, -1, Integer::sum);
  }

  /// A draft that holds reservations is launched into them and nothing else.
  Requirements narrowed(Requirements requirements, SortedSet<String> held) {
    if (held.isEmpty()) return requirements;
    var reserved = requirements.and(Template.CAPACITY_TYPE, ValueSet.in(Template.RESERVED));
    return label.isEmpty() ? reserved : reserved.and(label, ValueSet.in(held));
  }

  private static boolean isReserved(Offering offering) {
    return offering.requirements().has(Template.CAPACITY_TYPE)
        && offering.requirements().get(Template.CAPACITY_TYPE).contains(Template.RESERVED);
  }

  /// An offering that names no reservation is one of its own.
  private static String idOf(InstanceType type, Offering offering, String label) {
    if (!label.isEmpty() && offering.requirements().has(label)) {
      var values = offering.requirements().get(label).finiteValues();
      if (values.isPresent() && !values.get().isEmpty()) return values.get().first();
    }
    return type.name() + " " + offering.requirements();
  }
}
