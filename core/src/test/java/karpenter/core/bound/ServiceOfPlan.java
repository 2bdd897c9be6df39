package karpenter.core.bound;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import karpenter.core.cluster.NodePool;
import karpenter.core.pod.AffinityTerm;
import karpenter.core.pod.Pod;
import karpenter.core.pod.PodSpec;
import karpenter.core.pod.Preference;
import karpenter.core.pod.SpreadConstraint;
import karpenter.core.pod.SpreadConstraint.Strength;
import karpenter.core.pod.Taint;
import karpenter.core.requirement.Requirements;
import karpenter.core.scheduling.Placement;
import karpenter.core.scheduling.Placement.NewNode;
import karpenter.core.scheduling.SchedulingProblem;

/// What each pod on a new node of a plan has there, read off the plan the plain way.
record ServiceOfPlan(Map<String, Served> byPod) {
  static final ServiceOfPlan NONE = new ServiceOfPlan(Map.of());

  /// @param weight of the NodePool
  /// @param isLeftAlone whether no taint of the NodePool asks the pod to stay away
  record Served(
      int weight,
      boolean isLeftAlone,
      List<Requirements> nodes,
      List<AffinityTerm> away,
      List<SpreadConstraint> spread) {}

  static ServiceOfPlan of(SchedulingProblem problem, Placement plan) {
    Map<String, NodePool> pools = new HashMap<>();
    problem.pools().forEach(pool -> pools.put(pool.name(), pool));
    Map<String, Served> served = new HashMap<>();
    for (NewNode node : plan.newNodes()) {
      for (Pod pod : node.pods()) {
        var pool = pools.get(node.pool());
        if (pool != null) served.put(pod.uid(), served(pod, node, pool));
      }
    }
    return new ServiceOfPlan(served);
  }

  Optional<Served> of(Pod pod) {
    return Optional.ofNullable(byPod.get(pod.uid()));
  }

  static boolean isLeftAlone(PodSpec spec, List<Taint> taints) {
    return taints.stream()
        .filter(taint -> taint.effect() == Taint.Effect.PREFER_NO_SCHEDULE)
        .allMatch(taint -> spec.tolerations().stream().anyMatch(t -> t.tolerates(taint)));
  }

  private static Served served(Pod pod, NewNode node, NodePool pool) {
    List<Requirements> nodes = new ArrayList<>();
    List<AffinityTerm> away = new ArrayList<>();
    for (Preference preference : pod.spec().preferences()) {
      if (preference instanceof Preference.OfNode(_, var wanted) && holds(wanted, node))
        nodes.add(wanted);
      if (preference instanceof Preference.AwayFromPods(_, var term)
          && node.pods().stream()
              .noneMatch(other -> other != pod && term.selector().matches(other.spec().labels())))
        away.add(term);
    }
    List<SpreadConstraint> spread = new ArrayList<>();
    for (SpreadConstraint constraint : pod.spec().spread()) {
      long here =
          node.pods().stream()
              .filter(other -> constraint.selector().matches(other.spec().labels()))
              .count();
      boolean isWish = constraint.strength() == Strength.SCHEDULE_ANYWAY;
      if (isWish && here <= constraint.maxSkew()) spread.add(constraint);
    }
    return new Served(pool.weight(), isLeftAlone(pod.spec(), pool.taints()), nodes, away, spread);
  }

  private static boolean holds(Requirements wanted, NewNode node) {
    return wanted.keys().stream()
        .allMatch(
            key ->
                node.requirements().has(key)
                    && node.requirements().get(key).equals(wanted.get(key)));
  }
}
