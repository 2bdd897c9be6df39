package karpenter.core.device;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The totals of everything that runs out, numbered, and the offers that draw on them. Filled pool
/// by pool, then only read.
final class Budgets {
  private final List<BigDecimal> totals = new ArrayList<>();

  BigDecimal total(int budget) {
    return totals.get(budget);
  }

  private int add(BigDecimal total) {
    totals.add(total);
    return totals.size() - 1;
  }

  /// Devices of one pool with the same reach.
  record Batch(List<Device> devices, Reach reach) {}

  /// A pool that contradicts itself has no offers: a device or counter set named twice, or a device
  /// that takes of a counter the pool has not.
  static boolean isValid(List<Counters> shared, List<Batch> batches) {
    Map<String, Counters> sets = new HashMap<>();
    for (Counters counters : shared) {
      if (sets.put(counters.set(), counters) != null) return false;
    }
    Map<String, Device> names = new HashMap<>();
    for (Batch batch : batches) {
      for (Device device : batch.devices()) {
        if (names.put(device.name(), device) != null) return false;
        for (Counters taken : device.consumes()) {
          Counters from = sets.get(taken.set());
          if (from == null || !from.amounts().keySet().containsAll(taken.amounts().keySet())) {
            return false;
          }
        }
      }
    }
    return true;
  }

  /// The offers of a valid pool.
  List<Offer> offers(
      String driver,
      String pool,
      List<Counters> shared,
      List<Batch> batches,
      DeviceKinds kinds,
      boolean isTemplate) {
    Map<String, Map<String, Integer>> counters = new HashMap<>();
    for (Counters set : shared) {
      var budgets = new HashMap<String, Integer>();
      set.amounts().forEach((name, total) -> budgets.put(name, add(total)));
      counters.put(set.set(), budgets);
    }
    var offers = new ArrayList<Offer>();
    for (Batch batch : batches) {
      for (Device device : batch.devices()) {
        var always = new ArrayList<Draw.Part>();
        var capacities = new TreeMap<String, Integer>();
        if (device.allowsMultiple()) {
          device.capacity().forEach((name, c) -> capacities.put(name, add(c.value())));
        } else {
          always.add(new Draw.Part(add(BigDecimal.ONE), BigDecimal.ONE));
        }
        for (Counters taken : device.consumes()) {
          var budgets = counters.getOrDefault(taken.set(), Map.of());
          taken
              .amounts()
              .forEach(
                  (name, amount) ->
                      always.add(new Draw.Part(budgets.getOrDefault(name, -1), amount)));
        }
        offers.add(
            new Offer(
                new DeviceId(driver, pool, device.name()),
                device,
                kinds.of(driver, device),
                batch.reach(),
                isTemplate,
                List.copyOf(always),
                capacities));
      }
    }
    return offers;
  }
}
