package karpenter.core.explain;

import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import karpenter.core.cluster.BoundPod;
import karpenter.core.cluster.NodePool;
import karpenter.core.pod.Pod;
import karpenter.core.pod.Taint;
import karpenter.core.requirement.Requirements;
import karpenter.core.requirement.ValueSet;
import karpenter.core.resource.Resources;
import karpenter.core.scheduling.Options;
import karpenter.core.scheduling.SchedulingProblem;

/// Copies of a problem and its parts with one thing different.
final class Edits {
  private Edits() {}

  static SchedulingProblem withPending(SchedulingProblem from, List<Pod> pending) {
    return withPods(from, pending, from.bound());
  }

  static SchedulingProblem withPods(
      SchedulingProblem from, List<Pod> pending, List<BoundPod> bound) {
    return new SchedulingProblem(
        from.pools(),
        from.nodes(),
        pending,
        bound,
        from.daemons(),
        from.namespaces(),
        from.options(),
        from.devices());
  }

  static SchedulingProblem withPools(SchedulingProblem from, List<NodePool> pools) {
    return new SchedulingProblem(
        pools,
        from.nodes(),
        from.pending(),
        from.bound(),
        from.daemons(),
        from.namespaces(),
        from.options(),
        from.devices());
  }

  static SchedulingProblem withOptions(SchedulingProblem from, Options options) {
    return new SchedulingProblem(
        from.pools(),
        from.nodes(),
        from.pending(),
        from.bound(),
        from.daemons(),
        from.namespaces(),
        options,
        from.devices());
  }

  static NodePool pool(
      NodePool from, Requirements requirements, List<Taint> taints, Optional<Resources> limits) {
    return new NodePool(
        from.name(),
        from.weight(),
        requirements,
        taints,
        from.startupTaints(),
        limits,
        from.types(),
        from.nodeCost());
  }

  /// Both, where both can be listed; otherwise what is demanded alone.
  static ValueSet union(Requirements offered, String key, ValueSet demanded) {
    var mine = offered.get(key).finiteValues();
    var theirs = demanded.finiteValues();
    if (!offered.has(key) || mine.isEmpty() || theirs.isEmpty()) return demanded;
    var all = new TreeSet<>(mine.get());
    all.addAll(theirs.get());
    return all.isEmpty() ? demanded : ValueSet.in(all);
  }
}
