package karpenter.core.scheduling;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import karpenter.core.pod.AffinityTerm;
import karpenter.core.pod.PodSpec;
import karpenter.core.pod.Preference;
import karpenter.core.pod.SpreadConstraint;
import karpenter.core.pod.SpreadConstraint.Strength;
import karpenter.core.pod.Toleration.SoftTaints;
import karpenter.core.requirement.Requirements;

/// Turns one way of satisfying a pod (wishes given up, node alternative) into a [Profile].
final class ProfileCompiler {
  /// What a `ScheduleAnyway` constraint weighs: as much as the strongest preference.
  static final int SPREAD_WEIGHT = 100;

  /// Soft taints are given in to only when nothing else is left to give up.
  static final int SOFT_TAINT_WEIGHT = 100_000;

  private final Batch batch;

  ProfileCompiler(Batch batch) {
    this.batch = batch;
  }

  /// The weights of a pod's wishes: preferences, soft spread constraints, soft taints.
  static int[] wishWeights(PodSpec spec, PreferencePolicy policy, boolean softTaintsExist) {
    List<Integer> weights = new ArrayList<>();
    if (!(policy instanceof PreferencePolicy.Ignore)) {
      for (Preference preference : spec.preferences()) weights.add(preference.weight());
      for (SpreadConstraint constraint : spec.spread()) {
        if (constraint.strength() == Strength.SCHEDULE_ANYWAY) weights.add(SPREAD_WEIGHT);
      }
    }
    if (softTaintsExist) weights.add(SOFT_TAINT_WEIGHT);
    return weights.stream().mapToInt(Integer::intValue).toArray();
  }

  Profile compile(PodClass podClass, int wishSet, int alternative) {
    PodSpec spec = podClass.spec;
    Requirements strict = spec.nodeAlternatives().get(alternative);
    Requirements node = strict;
    var topology = new Topology(spec, strict);
    for (AffinityTerm term : spec.affinity()) topology.near(term);
    for (AffinityTerm term : spec.antiAffinity()) topology.awayFrom(batch.groups.of(term, spec));
    boolean ignoring = batch.options.preferences() instanceof PreferencePolicy.Ignore;
    int wish = 0;
    if (!ignoring) {
      for (Preference preference : spec.preferences()) {
        if (podClass.wishes.givesUp(wishSet, wish++)) continue;
        switch (preference) {
          case Preference.OfNode(_, var wanted) -> node = node.and(wanted);
          case Preference.NearPods(_, var term) -> topology.near(term);
          case Preference.AwayFromPods(_, var term) ->
              topology.awayFrom(batch.groups.of(term, spec));
        }
      }
    }
    for (SpreadConstraint constraint : spec.spread()) {
      boolean isHard = constraint.strength() == Strength.DO_NOT_SCHEDULE;
      if (isHard || (!ignoring && !podClass.wishes.givesUp(wishSet, wish++))) {
        topology.spread(constraint);
      }
    }
    var soft =
        batch.softTaintsExist && podClass.wishes.givesUp(wishSet, wish)
            ? SoftTaints.IGNORED
            : SoftTaints.HONOURED;
    for (CountGroup inverse : batch.inverse.selecting(spec.namespace(), spec.labels())) {
      topology.awayFrom(inverse);
    }
    var labels =
        batch.labelAsk(new LabelAsk.Key(node, spec.volumeAlternatives(), spec.tolerations(), soft));
    return topology.profile(batch.ask(labels, spec), node);
  }

  /// Gathers the constraints of one profile by key.
  private final class Topology {
    private final PodSpec spec;
    private final Requirements strict;
    private final List<HostLimit> hostLimits = new ArrayList<>();
    private final List<Profile.HostAffinity> hostAffinities = new ArrayList<>();
    private final Map<String, Builder> keys = new TreeMap<>();

    Topology(PodSpec spec, Requirements strict) {
      this.spec = spec;
      this.strict = strict;
    }

    private static final class Builder {
      final List<Profile.Spread> spreads = new ArrayList<>();
      final List<Profile.Affinity> affinities = new ArrayList<>();
      final List<CountGroup> antiAffinities = new ArrayList<>();
    }

    private Builder on(KeySpace space) {
      return keys.computeIfAbsent(space.key, _ -> new Builder());
    }

    void near(AffinityTerm term) {
      var group = batch.groups.of(term, spec);
      boolean self = group.key.selects(spec.namespace(), spec.labels());
      var space = group.space;
      if (space == null) {
        hostAffinities.add(new Profile.HostAffinity(group, self));
      } else {
        on(space)
            .affinities
            .add(
                new Profile.Affinity(
                    group, self, atLeastOneWord(space.bitsOf(strict.get(space.key)))));
      }
    }

    void awayFrom(CountGroup group) {
      var space = group.space;
      if (space == null) hostLimits.add(group.limit(0));
      else on(space).antiAffinities.add(group);
    }

    void spread(SpreadConstraint constraint) {
      var group = batch.groups.of(constraint, spec);
      int self = group.key.selects(spec.namespace(), spec.labels()) ? 1 : 0;
      var space = group.space;
      if (space == null) {
        hostLimits.add(group.limit(constraint.maxSkew() - self));
        return;
      }
      long[] eligible = atLeastOneWord(space.bitsOf(strict.get(space.key)));
      if (constraint.nodeTaints() == SpreadConstraint.Inclusion.HONOR) {
        Bits.and(eligible, batch.domainsTolerated(space, spec.tolerations()));
      }
      on(space)
          .spreads
          .add(
              new Profile.Spread(
                  group, constraint.maxSkew(), constraint.minDomains().orElse(0), self, eligible));
    }

    Profile profile(Ask ask, Requirements node) {
      var constraints =
          keys.entrySet().stream()
              .map(
                  entry ->
                      new Profile.KeyConstraint(
                          batch.space(entry.getKey()),
                          entry.getValue().spreads.toArray(Profile.Spread[]::new),
                          entry.getValue().affinities.toArray(Profile.Affinity[]::new),
                          entry.getValue().antiAffinities.toArray(CountGroup[]::new)))
              .toArray(Profile.KeyConstraint[]::new);
      return new Profile(
          ask,
          hostLimits.stream().distinct().toArray(HostLimit[]::new),
          hostAffinities.toArray(Profile.HostAffinity[]::new),
          constraints,
          node.isContradictory());
    }

    private static long[] atLeastOneWord(long[] bits) {
      return bits.length == 0 ? new long[1] : bits;
    }
  }
}
