package karpenter.bench.check;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/// No two pods of a place may hold the same host port.
final class PortUse {
  private PortUse() {}

  private record Holder(HostPort port, Pod pod) {}

  static void check(Scene scene, Consumer<Fault> faults) {
    scene.places().forEach(place -> check(place, faults));
  }

  private static void check(Place place, Consumer<Fault> faults) {
    Map<Integer, List<Holder>> taken = new HashMap<>();
    for (var pod : boundTo(place)) hold(taken, pod);
    for (var pod : place.pods()) {
      for (var port : pod.ports())
        taken.getOrDefault(port.port(), List.of()).stream()
            .filter(holder -> holder.port().conflictsWith(port))
            .findFirst()
            .ifPresent(
                holder ->
                    faults.accept(
                        new Fault(
                            Fault.Code.HOST_PORT,
                            pod.id(),
                            "wants %s on %s, where pod %s holds %s"
                                .formatted(port, place.name(), holder.pod().id(), holder.port()))));
      hold(taken, pod);
    }
  }

  private static List<Pod> boundTo(Place place) {
    return switch (place) {
      case ExistingNode node -> node.bound();
      case NewNode _ -> List.of();
    };
  }

  private static void hold(Map<Integer, List<Holder>> taken, Pod pod) {
    for (var port : pod.ports())
      taken.computeIfAbsent(port.port(), _ -> new ArrayList<>()).add(new Holder(port, pod));
  }
}
