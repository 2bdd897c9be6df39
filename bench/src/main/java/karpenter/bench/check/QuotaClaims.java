package karpenter.bench.check;

import java.util.Optional;

/// What a bound says about the limits of NodePools, held against the limits.
final class QuotaClaims {
  private static final double MILLIS = 1000;
  private static final double TOLERANCE = 1e-9;

  private final Scene scene;

  QuotaClaims(Scene scene) {
    this.scene = scene;
  }

  /// What is wrong with a stated amount; nothing if it is not below what a limit leaves.
  Optional<String> objection(Placement.QuotaPrice quota) {
    var pool = scene.workload().pools().get(quota.pool());
    if (pool == null || !pool.limits().amounts().containsKey(quota.resource()))
      return Optional.of(quota.pool() + " does not limit " + quota.resource());
    var left = units(quota.resource(), left(pool, quota.resource()));
    return quota.amount() >= Math.max(0, left) * (1 - TOLERANCE)
        ? Optional.empty()
        : Optional.of(
            "NodePool %s is said to leave %s of %s, it leaves %s"
                .formatted(quota.pool(), quota.amount(), quota.resource(), left));
  }

  /// Whether one node of this type is more than the limits leave.
  boolean forbids(InstanceType type, Pool pool) {
    return pool.limits().amounts().keySet().stream()
        .anyMatch(name -> amount(name, type.capacity()) > Math.max(0, left(pool, name)));
  }

  private long left(Pool pool, String resource) {
    var used =
        scene.nodes().values().stream()
            .filter(node -> pool.name().equals(node.node().labels().get(LabelKeys.NODE_POOL)))
            .mapToLong(node -> amount(resource, node.node().capacity()))
            .sum();
    return pool.limits().get(resource) - used;
  }

  private static long amount(String resource, Resources capacity) {
    return resource.equals(Resources.NODES) ? 1 : capacity.get(resource);
  }

  private static double units(String resource, long amount) {
    return resource.equals(Resources.CPU) ? amount / MILLIS : amount;
  }
}
