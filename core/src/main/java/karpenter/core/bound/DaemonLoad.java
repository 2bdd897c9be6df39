package karpenter.core.bound;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import karpenter.core.cluster.Daemon;
import karpenter.core.cluster.NodePool;
import karpenter.core.pod.Toleration;
import karpenter.core.pod.Toleration.SoftTaints;
import karpenter.core.requirement.Requirements;
import karpenter.core.requirement.ValueSet;
import karpenter.core.resource.Resources;

/// What daemons take of a new node of one pool. A daemon counts only if it can come to a node
/// bought as this very offering: counting less is safe, counting more would overstate the bound.
final class DaemonLoad {
  private final Requirements pool;
  private final List<Daemon> daemons = new ArrayList<>();
  private final Set<String> keys = new TreeSet<>();
  private final Goods goods;
  private final Map<List<ValueSet>, double[]> known = new HashMap<>();

  DaemonLoad(NodePool pool, List<Daemon> all, Set<String> wellKnown, Goods goods) {
    this.pool = pool.requirements();
    this.goods = goods;
    for (Daemon daemon : all) {
      var spec = daemon.spec();
      boolean tolerates =
          Toleration.firstUntolerated(spec.tolerations(), pool.taints(), SoftTaints.IGNORED)
              .isEmpty();
      boolean wanted =
          spec.nodeAlternatives().stream().anyMatch(a -> this.pool.satisfies(a, wellKnown));
      if (!tolerates || !wanted) continue;
      daemons.add(daemon);
      spec.nodeAlternatives().forEach(alternative -> keys.addAll(alternative.keys()));
    }
  }

  /// Depends only on the labels some daemon asks about, which few offerings differ in.
  double[] on(Requirements type, Requirements offering) {
    if (daemons.isEmpty()) return new double[goods.count()];
    List<ValueSet> labels = new ArrayList<>(keys.size());
    for (String key : keys) {
      labels.add(pool.get(key).intersect(type.get(key)).intersect(offering.get(key)));
    }
    return known.computeIfAbsent(labels, this::sum);
  }

  private double[] sum(List<ValueSet> labels) {
    Requirements node = Requirements.none();
    int i = 0;
    for (String key : keys) node = node.and(key, labels.get(i++));
    var described = node;
    Resources load = Resources.none();
    for (Daemon daemon : daemons) {
      boolean comes =
          daemon.spec().nodeAlternatives().stream()
              .anyMatch(wanted -> everyKeyIntersects(wanted, described));
      if (comes) load = load.plus(daemon.spec().requests());
    }
    return goods.amounts(load);
  }

  private static boolean everyKeyIntersects(Requirements wanted, Requirements node) {
    return wanted.keys().stream().allMatch(key -> wanted.get(key).intersects(node.get(key)));
  }
}
