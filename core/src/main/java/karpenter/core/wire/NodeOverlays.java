package karpenter.core.wire;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import karpenter.api.Labels;
import karpenter.core.catalog.InstanceType;
import karpenter.core.catalog.Offering;
import karpenter.core.requirement.Requirements;
import karpenter.core.requirement.ValueSet;
import org.jspecify.annotations.Nullable;

/// Corrects the catalogue by overlays (spec 01 §4.26).
/// 1. Heavier overlays first; of equal weight the later name first.
/// 2. An overlay that sets the price of an offering, or a capacity of a type, that another of the
///    *same* weight has set conflicts with it. It is rejected as a whole, in all pools.
/// 3. Otherwise the first to set a price or a capacity wins; nothing compounds.
///
/// A type no overlay touches is the same object afterwards.
final class NodeOverlays {
  static final Comparator<Overlay> ORDER =
      Comparator.comparingInt(Overlay::weight).thenComparing(Overlay::name).reversed();

  private final Set<String> wellKnownLabels;
  private final Map<PricedOffering, Claimed<PriceChange>> prices = new HashMap<>();
  private final Map<SizedType, SortedMap<String, Claimed<Long>>> capacities = new HashMap<>();
  private final SequencedMap<String, Conflict> conflicts = new LinkedHashMap<>();

  private NodeOverlays(Set<String> wellKnownLabels) {
    this.wellKnownLabels = wellKnownLabels;
  }

  /// One overlay, understood.
  record Overlay(
      String name,
      int weight,
      Requirements requirements,
      PriceChange price,
      SortedMap<String, Long> capacity) {}

  /// The types of a pool, and the labels its nodes will have.
  record PoolTypes(String pool, SortedMap<String, String> labels, List<InstanceType> types) {}

  /// Why an overlay was rejected.
  record Conflict(String overlay, String other, String subject) {}

  /// @param types by pool
  /// @param overlaid by pool
  /// @param conflicts in the order the overlays were considered
  record Outcome(
      SortedMap<String, List<InstanceType>> types,
      SortedMap<String, Overlaid> overlaid,
      List<Conflict> conflicts) {

    List<InstanceType> typesOf(String pool) {
      return types.getOrDefault(pool, List.of());
    }
  }

  private record Claimed<T>(T value, String overlay, int weight) {}

  private record PricedOffering(String pool, String type, int offering) {}

  private record SizedType(String pool, String type) {}

  static Outcome apply(List<Overlay> overlays, List<PoolTypes> pools, Set<String> wellKnownLabels) {
    var evaluation = new NodeOverlays(wellKnownLabels);
    overlays.stream().sorted(ORDER).forEach(overlay -> evaluation.consider(overlay, pools));
    var types = new TreeMap<String, List<InstanceType>>();
    var overlaid = new TreeMap<String, Overlaid>();
    for (var pool : pools) {
      types.put(pool.pool(), evaluation.applied(pool));
      overlaid.put(pool.pool(), evaluation.overlaid(pool.pool()));
    }
    return new Outcome(types, overlaid, List.copyOf(evaluation.conflicts.values()));
  }

  private void consider(Overlay overlay, List<PoolTypes> pools) {
    var touchedPrices = new ArrayList<PricedOffering>();
    var touchedTypes = new ArrayList<SizedType>();
    for (var pool : pools) {
      for (var type : pool.types()) {
        var offerings = selected(overlay, pool, type);
        if (offerings.isEmpty()) {
          continue;
        }
        if (!(overlay.price() instanceof PriceChange.None)) {
          offerings.forEach(
              i -> touchedPrices.add(new PricedOffering(pool.pool(), type.name(), i)));
        }
        touchedTypes.add(new SizedType(pool.pool(), type.name()));
      }
    }
    checkConflicts(overlay, touchedPrices, touchedTypes);
    if (!conflicts.containsKey(overlay.name())) {
      touchedPrices.forEach(
          touched -> prices.putIfAbsent(touched, claimed(overlay.price(), overlay)));
      touchedTypes.forEach(touched -> claimCapacity(overlay, touched));
    }
  }

  private void claimCapacity(Overlay overlay, SizedType type) {
    var claims = capacities.computeIfAbsent(type, _ -> new TreeMap<>());
    overlay
        .capacity()
        .forEach((resource, amount) -> claims.putIfAbsent(resource, claimed(amount, overlay)));
  }

  private void checkConflicts(
      Overlay overlay, List<PricedOffering> offerings, List<SizedType> types) {
    for (var touched : offerings) {
      checkConflict(overlay, prices.get(touched), "the price of " + touched.type());
    }
    for (var touched : types) {
      var claims = capacities.getOrDefault(touched, Collections.emptySortedMap());
      for (var resource : overlay.capacity().keySet()) {
        checkConflict(overlay, claims.get(resource), resource + " of " + touched.type());
      }
    }
  }

  private static <T> Claimed<T> claimed(T value, Overlay overlay) {
    return new Claimed<>(value, overlay.name(), overlay.weight());
  }

  private void checkConflict(Overlay overlay, @Nullable Claimed<?> holder, String subject) {
    if (holder != null && holder.weight() == overlay.weight()) {
      conflicts.putIfAbsent(
          overlay.name(), new Conflict(overlay.name(), holder.overlay(), subject));
    }
  }

  /// The offerings an overlay means. A pool's own requirements play no part in it, as upstream has
  /// it.
  private List<Integer> selected(Overlay overlay, PoolTypes pool, InstanceType type) {
    var node =
        type.requirements()
            .and(Labels.NODE_POOL, ValueSet.in(pool.pool()))
            .and(Requirements.ofLabels(pool.labels()));
    if (!node.satisfies(overlay.requirements(), Set.of())) {
      return List.of();
    }
    var selected = new ArrayList<Integer>();
    for (int i = 0; i < type.offerings().size(); i++) {
      var offered = type.offerings().get(i).requirements();
      if (overlay.requirements().satisfies(offered, wellKnownLabels)) {
        selected.add(i);
      }
    }
    return selected;
  }

  private Overlaid overlaid(String pool) {
    var priced = new TreeSet<String>();
    for (var offering : prices.keySet()) {
      if (offering.pool().equals(pool)) {
        priced.add(offering.type());
      }
    }
    var resized = new TreeSet<String>();
    capacities.forEach(
        (type, claims) -> {
          if (type.pool().equals(pool) && !claims.isEmpty()) {
            resized.add(type.type());
          }
        });
    return new Overlaid(priced, resized);
  }

  private List<InstanceType> applied(PoolTypes pool) {
    return pool.types().stream().map(type -> applied(pool.pool(), type)).toList();
  }

  private InstanceType applied(String pool, InstanceType type) {
    var offerings = new ArrayList<Offering>();
    for (int i = 0; i < type.offerings().size(); i++) {
      var offering = type.offerings().get(i);
      var change = prices.get(new PricedOffering(pool, type.name(), i));
      offerings.add(
          change == null ? offering : offering.withPrice(change.value().of(offering.price())));
    }
    var capacity = type.capacity();
    var claims =
        capacities.getOrDefault(new SizedType(pool, type.name()), Collections.emptySortedMap());
    for (var claim : claims.entrySet()) {
      capacity = capacity.with(claim.getKey(), claim.getValue().value());
    }
    return offerings.equals(type.offerings()) && capacity.equals(type.capacity())
        ? type
        : new InstanceType(
            type.name(), type.requirements(), offerings, capacity, type.overhead(), type.devices());
  }
}
