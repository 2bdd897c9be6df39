package karpenter.core.device;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import karpenter.core.device.DeviceRequest.Alternative;

/// A device that may be given away, compiled. Everything that runs out is a budget: the device
/// itself (one piece), each capacity of a shared device, each counter of its pool.
final class Offer {
  final DeviceId id;
  final Device device;
  final int kind;
  final Reach reach;
  final boolean isTemplate;
  private final List<Draw.Part> always;
  private final SortedMap<String, Integer> capacities;
  private final Map<Alternative, Optional<Draw>> draws = new IdentityHashMap<>();

  /// @param always what every claim takes: the device itself unless it is shared, and its counters
  /// @param capacities the budget of each capacity of a shared device
  Offer(
      DeviceId id,
      Device device,
      int kind,
      Reach reach,
      boolean isTemplate,
      List<Draw.Part> always,
      SortedMap<String, Integer> capacities) {
    this.id = id;
    this.device = device;
    this.kind = kind;
    this.reach = reach;
    this.isTemplate = isTemplate;
    this.always = always;
    this.capacities = capacities;
  }

  /// What the alternative would take of it; nothing if it may not have it at all.
  Optional<Draw> draw(Alternative wanted) {
    return draws.computeIfAbsent(wanted, this::work);
  }

  private Optional<Draw> work(Alternative wanted) {
    if (kind < 0 || !wanted.kinds().get(kind)) return Optional.empty();
    var parts = new ArrayList<>(always);
    if (device.allowsMultiple()) {
      var asked = new HashMap<String, BigDecimal>();
      wanted.capacity().forEach((name, amount) -> asked.put(qualified(name), amount));
      if (!device.capacity().keySet().containsAll(asked.keySet())) return Optional.empty();
      for (var entry : capacities.entrySet()) {
        Capacity capacity = device.capacity().get(entry.getKey());
        if (capacity == null) continue;
        var amount =
            capacity
                .policy()
                .consumed(Optional.ofNullable(asked.get(entry.getKey())), capacity.value());
        if (amount.isEmpty()) return Optional.empty();
        parts.add(new Draw.Part(entry.getValue(), amount.get()));
      }
    }
    return Optional.of(new Draw(parts));
  }

  /// What a claim that is allocated already takes of it, counters left to the caller.
  List<Draw.Part> taken(SortedMap<String, BigDecimal> consumed, boolean isFirst) {
    var parts = new ArrayList<Draw.Part>();
    if (isFirst) parts.addAll(always);
    consumed.forEach(
        (name, amount) -> {
          Integer budget = capacities.get(qualified(name));
          if (budget != null) parts.add(new Draw.Part(budget, amount));
        });
    return parts;
  }

  private String qualified(String name) {
    return name.indexOf('/') < 0 ? id.driver() + "/" + name : name;
  }
}
