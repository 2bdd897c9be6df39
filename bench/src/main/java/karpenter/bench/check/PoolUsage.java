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
  private final Map<String, Integer> claims = new HashMap<>();
  private final Map<String, Resources> charges = new HashMap<>();
  private final Market market;

  PoolUsage(Scene scene) {
    this.market = scene.market();
    for (var node : scene.nodes().values()) {
      var pool = node.node().labels().get(LabelKeys.NODE_POOL);
      if (pool != null) existing.merge(pool, oneNode(node.node().capacity()), Resources::plus);
    }
    for (var node : scene.newNodes()) {
      claims.merge(node.pool().name(), 1, Integer::sum);
      if (node.candidates().isEmpty()) continue;
      var first = node.candidates().getFirst().type().capacity();
      cheapest.merge(node.pool().name(), oneNode(first), Resources::plus);
      largest.merge(node.pool().name(), largest(node), Resources::plus);
    }
  }

  static void check(Scene scene, Consumer<Fault> faults) {
    var usage = new PoolUsage(scene);
    for (var pool : scene.workload().pools().values())
      for (var name : pool.limits().amounts().keySet())
        if (usage.cheapest.containsKey(pool.name())) usage.check(pool, name, faults);
  }

  /// Any listed type may be launched, so the limit has to hold whichever it is.
  private void check(Pool pool, String name, Consumer<Fault> faults) {
    var before = existing.getOrDefault(pool.name(), Resources.NONE).get(name);
    var least = before + cheapest.getOrDefault(pool.name(), Resources.NONE).get(name);
    var most = before + largest.getOrDefault(pool.name(), Resources.NONE).get(name);
    var limit = pool.limits().get(name);
    if (least > limit)
      faults.accept(
          new Fault(
              Fault.Code.POOL_LIMIT,
              "nodepool " + pool.name(),
              "uses %d of %s, its limit is %d (cpu in thousandths)".formatted(least, name, limit)));
    else if (most > limit)
      faults.accept(
          new Fault(
              Fault.Code.POOL_LIMIT_LARGEST,
              "nodepool " + pool.name(),
              "would use %d of %s if each of its %d claims became its largest listed type, its limit is %d (cpu in thousandths)"
                  .formatted(most, name, claims.getOrDefault(pool.name(), 0), limit)));
  }

  /// Whether the pool's limits are reason enough not to list a type: with the others at their
  /// largest it would go beyond.
  boolean forbids(InstanceType type, NewNode node) {
    return !admits(
        node.pool(),
        type,
        largest.getOrDefault(node.pool().name(), Resources.NONE).minus(largest(node)));
  }

  /// Whether one more node of this type is within the limits, whatever the claims become.
  boolean leavesRoomFor(InstanceType type, Pool pool) {
    return admits(pool, type, largest.getOrDefault(pool.name(), Resources.NONE));
  }

  /// Whether a node of this type was within the limits at every moment of the pass. Engines charge
  /// a node they plan with more than it lists in the end; no charge is above the pool's largest
  /// type.
  boolean alwaysLeftRoomFor(InstanceType type, Pool pool) {
    return admits(pool, type, charges.computeIfAbsent(pool.name(), _ -> highestCharges(pool)));
  }

  private Resources highestCharges(Pool pool) {
    var sum = Resources.NONE;
    for (var name : pool.limits().amounts().keySet()) {
      var most = name.equals(Resources.NODES) ? 1 : largestOf(pool, name);
      sum = sum.plus(Resources.of(name, most * claims.getOrDefault(pool.name(), 0)));
    }
    return sum;
  }

  private boolean admits(Pool pool, InstanceType type, Resources charges) {
    var used = existing.getOrDefault(pool.name(), Resources.NONE).plus(charges);
    var node = oneNode(type.capacity());
    return pool.limits().amounts().entrySet().stream()
        .allMatch(limit -> used.get(limit.getKey()) + node.get(limit.getKey()) <= limit.getValue());
  }

  /// A type beyond the limit by itself is never planned.
  private long largestOf(Pool pool, String resource) {
    return market.candidates(pool, Requirements.NONE).values().stream()
        .filter(candidate -> candidate.isCompatible() && candidate.isOffered())
        .mapToLong(candidate -> candidate.type().capacity().get(resource))
        .filter(amount -> amount <= pool.limits().get(resource))
        .max()
        .orElse(0);
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
