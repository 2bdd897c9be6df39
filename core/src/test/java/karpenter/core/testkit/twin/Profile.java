package karpenter.core.testkit.twin;

import java.util.ArrayList;
import java.util.List;
import karpenter.core.pod.AffinityTerm;
import karpenter.core.pod.Pod;
import karpenter.core.pod.PodSpec;
import karpenter.core.pod.Preference;
import karpenter.core.pod.SpreadConstraint;
import karpenter.core.pod.SpreadConstraint.Strength;
import karpenter.core.pod.Toleration.SoftTaints;
import karpenter.core.requirement.Requirements;
import karpenter.core.scheduling.SchedulingProblem;
import karpenter.core.testkit.twin.Wishes.Wish;

/// One way to read what a pod asks for: wishes kept are as hard as requirements (section 2).
///
/// @param strict the node alternative alone
/// @param node the alternative joined with the node preferences kept
record Profile(
    Pod pod,
    Requirements strict,
    Requirements node,
    List<SpreadConstraint> spread,
    List<AffinityTerm> near,
    List<AffinityTerm> away,
    SoftTaints softTaints,
    boolean isEmptySet) {

  static List<Profile> of(Pod pod, SchedulingProblem problem) {
    var wishes = Wishes.of(pod.spec(), problem);
    List<Profile> profiles = new ArrayList<>();
    for (List<Wish> kept : Wishes.kept(wishes)) {
      for (Requirements alternative : pod.spec().nodeAlternatives()) {
        profiles.add(of(pod, alternative, kept));
      }
    }
    return profiles;
  }

  private static Profile of(Pod pod, Requirements alternative, List<Wish> kept) {
    PodSpec spec = pod.spec();
    Requirements node = alternative;
    List<SpreadConstraint> spread =
        new ArrayList<>(
            spec.spread().stream()
                .filter(constraint -> constraint.strength() == Strength.DO_NOT_SCHEDULE)
                .toList());
    List<AffinityTerm> near = new ArrayList<>(spec.affinity());
    List<AffinityTerm> away = new ArrayList<>(spec.antiAffinity());
    SoftTaints softTaints = SoftTaints.IGNORED;
    for (Wish wish : kept) {
      switch (wish) {
        case Wish.NoSoftTaint() -> softTaints = SoftTaints.HONOURED;
        case Wish.Spread(var constraint) -> spread.add(constraint);
        case Wish.Preferred(Preference.OfNode(_, var wanted)) -> node = node.and(wanted);
        case Wish.Preferred(Preference.NearPods(_, var term)) -> near.add(term);
        case Wish.Preferred(Preference.AwayFromPods(_, var term)) -> away.add(term);
      }
    }
    return new Profile(pod, alternative, node, spread, near, away, softTaints, kept.isEmpty());
  }
}
