package karpenter.bench.check;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;

/// How much of each pool's limits is used, by nodes that exist and by claims.
final class PoolUsage {
  private final Map<String, Resources> existing = new HashMap<>();
  private final Map<String, Resources> cheapest = new HashMap<>();
  private final Map<String, Resources> largest = new HashMap<>();

  PoolUsage(Scene scene) {
    for (var node : scene.nodes().values()) {
      var pool = node.node().labels().get(LabelKeys.NODE_POOL);
      if (pool != null) existing.merge(pool, oneNode(node.node().capacity()), Resources::plus);
    }
    for (var node : scene.newNodes()) {
      if (node.candidates().isEmpty()) continue;
      var first = node.candidates().getFirst().type().capacity();
      cheapest.merge(node.pool().name(), oneNode(first), Resources::plus);
      largest.merge(node.pool().name(), largest(node), Resources::plus);
    }
  }

  static void check(Scene scene, Consumer<Fault> faults) {
    var usage = new PoolUsage(scene);
    for (var pool : scene.workload().pools().values()) {
      var bought = usage.cheapest.get(pool.name());
      if (bought == null) continue;
      var used = bought.plus(usage.existing.getOrDefault(pool.name(), Resources.NONE));
      for (var limit : pool.limits().amounts().entrySet())
        if (used.get(limit.getKey()) > limit.getValue())
          faults.accept(
              new Fault(
                  Fault.Code.POOL_LIMIT,
                  "nodepool " + pool.name(),
                  "uses %d of %s, its limit is %d (cpu in thousandths)"
                      .formatted(used.get(limit.getKey()), limit.getKey(), limit.getValue())));
    }
  }

  /// Whether the pool's limits are reason enough not to list a type: with the others at their
  /// largest it would go beyond.
  boolean forbids(InstanceType type, NewNode node) {
    var pool = node.pool();
    var others =
        existing
            .getOrDefault(pool.name(), Resources.NONE)
            .plus(largest.getOrDefault(pool.name(), Resources.NONE))
            .minus(largest(node));
    return pool.limits().amounts().entrySet().stream()
        .anyMatch(
            limit ->
                others.get(limit.getKey()) + type.capacity().get(limit.getKey())
                    > limit.getValue());
  }

  private static Resources oneNode(Resources capacity) {
    return capacity.overriddenBy(Resources.of(Resources.NODES, 1));
  }

  /// Per limited resource, the most that any listed type has.
  private static Resources largest(NewNode node) {
    var most = Resources.NONE;
    for (var name : node.pool().limits().amounts().keySet()) {
      ToLongFunction<Candidate> amount =
          name.equals(Resources.NODES) ? _ -> 1 : c -> c.type().capacity().get(name);
      most =
          most.overriddenBy(
              Resources.of(name, node.candidates().stream().mapToLong(amount).max().orElse(0)));
    }
    return most;
  }
}
