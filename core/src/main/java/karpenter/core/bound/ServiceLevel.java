package karpenter.core.bound;

import java.util.List;
import karpenter.core.cluster.NodePool;
import karpenter.core.pod.Taint;
import karpenter.core.pod.Toleration;
import karpenter.core.pod.Toleration.SoftTaints;

/// Which NodePools may buy a node for a pod at equal service.
///
/// @param leastWeight lighter NodePools may not
/// @param softTaints whether `PreferNoSchedule` taints keep the pod away
record ServiceLevel(int leastWeight, SoftTaints softTaints) {
  static final ServiceLevel ANY = new ServiceLevel(Integer.MIN_VALUE, SoftTaints.IGNORED);

  boolean admits(NodePool pool, List<Toleration> tolerations) {
    return pool.weight() >= leastWeight
        && (softTaints == SoftTaints.IGNORED || !isAvoided(pool, tolerations));
  }

  /// Whether the NodePool has a `PreferNoSchedule` taint that is not tolerated.
  static boolean isAvoided(NodePool pool, List<Toleration> tolerations) {
    return pool.taints().stream()
        .filter(taint -> taint.effect() == Taint.Effect.PREFER_NO_SCHEDULE)
        .anyMatch(taint -> tolerations.stream().noneMatch(t -> t.tolerates(taint)));
  }
}
