package karpenter.core.disruption;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import karpenter.core.facts.PoolFacts;
import karpenter.core.pod.PodSpec;
import karpenter.core.pod.Toleration;
import karpenter.core.pod.Toleration.SoftTaints;
import karpenter.core.resource.Resources;
import org.jspecify.annotations.Nullable;

/// The sizes of nodes a pool may buy, and the pods it accepts. One thread uses it.
final class PoolSizes {
  private final PoolFacts pool;
  private final Market market;
  // Reading all types takes milliseconds; of most pools nobody asks.
  private @Nullable List<Size> cheapestFirst;
  private final Set<String> labelsOfTypes = new HashSet<>();

  /// A type at its cheapest offering.
  ///
  /// @param cost of a node an hour
  private record Size(double cost, long cpu, long memory, long pods) {}

  PoolSizes(PoolFacts pool, Market market) {
    this.pool = pool;
    this.market = market;
  }

  /// Whether the pod tolerates the pool's taints and may run on a node with its labels.
  boolean accepts(PodSpec pod) {
    if (Toleration.firstUntolerated(pod.tolerations(), pool.taints(), SoftTaints.IGNORED)
        .isPresent()) {
      return false;
    }
    sizes();
    for (var wanted : pod.nodeAlternatives()) {
      if (pool.requirements().satisfies(wanted, labelsOfTypes)) {
        return true;
      }
    }
    return false;
  }

  /// Cost of a node of the cheapest type with so much room; infinite when there is none.
  double cheapest(long cpu, long memory, long pods) {
    for (var size : sizes()) {
      if (cpu <= size.cpu() && memory <= size.memory() && pods <= size.pods()) {
        return size.cost();
      }
    }
    return Double.POSITIVE_INFINITY;
  }

  private List<Size> sizes() {
    var known = cheapestFirst;
    if (known == null) {
      known = read();
      cheapestFirst = known;
    }
    return known;
  }

  private List<Size> read() {
    var requirements = pool.requirements();
    var found = new ArrayList<Size>();
    for (var type : market.types(pool.name())) {
      labelsOfTypes.addAll(type.requirements().keys());
      type.offerings().forEach(offering -> labelsOfTypes.addAll(offering.requirements().keys()));
      if (!requirements.intersects(type.requirements())) {
        continue;
      }
      type.offerings().stream()
          .filter(o -> o.available() && requirements.intersects(o.requirements()))
          .filter(o -> !Double.isNaN(o.price()))
          .min(Comparator.comparingDouble(o -> o.price()))
          .ifPresent(
              cheapest -> {
                var room = type.allocatable(cheapest);
                found.add(
                    new Size(
                        cheapest.price() + market.nodeCost(pool.name()),
                        room.get(Resources.CPU),
                        room.get(Resources.MEMORY),
                        room.get(Resources.PODS)));
              });
    }
    found.sort(Comparator.comparingDouble(Size::cost));
    return found;
  }
}
