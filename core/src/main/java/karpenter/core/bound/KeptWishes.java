package karpenter.core.bound;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import karpenter.core.cluster.Namespace;
import karpenter.core.pod.AffinityTerm;
import karpenter.core.pod.Pod;
import karpenter.core.pod.PodSpec;
import karpenter.core.pod.Preference;
import karpenter.core.pod.SpreadConstraint;
import karpenter.core.pod.SpreadConstraint.Strength;
import karpenter.core.requirement.Requirements;
import karpenter.core.scheduling.Placement.NewNode;

/// The wishes of a pod that hold on its new node once all pods are placed. What holds by chance
/// counts like what was kept on purpose: a placement without it serves the pod less well.
///
/// @param nodes preferred node affinity that every node of the claim meets
/// @param away preferred anti-affinity by hostname
/// @param spread `ScheduleAnyway` spread by hostname
record KeptWishes(
    List<Requirements> nodes, List<AffinityTerm> away, List<SpreadConstraint> spread) {
  static final KeptWishes NONE = new KeptWishes(List.of(), List.of(), List.of());

  static KeptWishes of(PodSpec spec, NewNode node, List<Namespace> namespaces) {
    List<Requirements> nodes = new ArrayList<>();
    List<AffinityTerm> away = new ArrayList<>();
    for (Preference preference : spec.preferences()) {
      switch (preference) {
        case Preference.OfNode(_, var wanted) -> {
          if (!wanted.isEmpty() && node.requirements().guarantees(wanted)) nodes.add(wanted);
        }
        case Preference.AwayFromPods(_, var term) -> {
          if (term.topologyKey().equals(Exclusion.HOSTNAME)
              && isAlone(spec, term, node, namespaces)) away.add(term);
        }
        case Preference.NearPods _ -> {}
      }
    }
    List<SpreadConstraint> spread = new ArrayList<>();
    for (SpreadConstraint constraint : spec.spread()) {
      boolean isWish =
          constraint.strength() == Strength.SCHEDULE_ANYWAY
              && constraint.topologyKey().equals(Exclusion.HOSTNAME);
      if (isWish && isSpread(spec, constraint, node)) spread.add(hard(constraint));
    }
    return nodes.isEmpty() && away.isEmpty() && spread.isEmpty()
        ? NONE
        : new KeptWishes(nodes, away, spread);
  }

  private static boolean isAlone(
      PodSpec spec, AffinityTerm term, NewNode node, List<Namespace> namespaces) {
    var exclusion = Exclusion.of(term, spec.namespace(), namespaces);
    int others = exclusion.covers(spec.namespace(), spec.labels()) ? -1 : 0;
    for (Pod pod : node.pods()) {
      if (exclusion.covers(pod.spec().namespace(), pod.spec().labels())) others++;
      if (others > 0) return false;
    }
    return true;
  }

  private static boolean isSpread(PodSpec spec, SpreadConstraint constraint, NewNode node) {
    var exclusion = Exclusion.of(constraint, spec);
    int here = 0;
    for (Pod pod : node.pods()) {
      if (exclusion.covers(pod.spec().namespace(), pod.spec().labels())) here++;
      if (here > constraint.maxSkew()) return false;
    }
    return true;
  }

  private static SpreadConstraint hard(SpreadConstraint wish) {
    return new SpreadConstraint(
        wish.topologyKey(),
        wish.maxSkew(),
        OptionalInt.empty(),
        Strength.DO_NOT_SCHEDULE,
        wish.selector(),
        wish.nodeAffinity(),
        wish.nodeTaints());
  }

  /// The pod with its wishes as requirements.
  PodSpec required(PodSpec spec) {
    return new PodSpec(
        spec.namespace(),
        spec.labels(),
        spec.requests(),
        alternatives(spec),
        spec.preferences(),
        spec.tolerations(),
        joined(spec.spread(), spread),
        spec.affinity(),
        joined(spec.antiAffinity(), away),
        spec.hostPorts(),
        spec.volumeAlternatives(),
        spec.volumes(),
        spec.priority(),
        spec.isVirtual(),
        spec.deviceClaims());
  }

  private List<Requirements> alternatives(PodSpec spec) {
    if (nodes.isEmpty()) return spec.nodeAlternatives();
    var wished = nodes.stream().reduce(Requirements.none(), Requirements::and);
    return spec.nodeAlternatives().stream()
        .map(wished::and)
        .filter(joined -> !joined.isContradictory())
        .toList();
  }

  private static <T> List<T> joined(List<T> some, List<T> more) {
    if (more.isEmpty()) return some;
    List<T> all = new ArrayList<>(some);
    all.addAll(more);
    return all;
  }
}
