package karpenter.bench.check;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/// A claim that is bound to reservations may use any of those it lists, so it counts against each.
final class Reservations {
  private Reservations() {}

  static void check(Scene scene, Consumer<Fault> faults) {
    scene.workload().options().reservationLabel().ifPresent(label -> check(label, scene, faults));
  }

  private static void check(String label, Scene scene, Consumer<Fault> faults) {
    var claims = new HashMap<String, Integer>();
    for (var node : scene.newNodes())
      node.demands()
          .find(label)
          .filter(ids -> !ids.complement())
          .ifPresent(ids -> ids.values().forEach(id -> claims.merge(id, 1, Integer::sum)));
    var capacities = capacities(label, scene);
    claims.forEach(
        (id, count) -> {
          int capacity = capacities.getOrDefault(id, 0);
          if (count > capacity)
            faults.accept(
                new Fault(
                    Fault.Code.RESERVATION_EXCEEDED,
                    "reservation " + id,
                    "%d claims rely on it, it covers %d".formatted(count, capacity)));
        });
  }

  /// Several types may share a reservation; the smallest number is the safe one.
  private static Map<String, Integer> capacities(String label, Scene scene) {
    var capacities = new HashMap<String, Integer>();
    for (var type : scene.workload().types().values())
      for (var offering : type.offerings())
        offering
            .requirements()
            .find(label)
            .filter(ids -> !ids.complement())
            .ifPresent(
                ids ->
                    ids.values()
                        .forEach(id -> capacities.merge(id, offering.reservations(), Math::min)));
    return capacities;
  }
}
