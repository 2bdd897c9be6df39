package karpenter.core.scheduling;

import java.util.ArrayList;
import java.util.List;
import karpenter.core.pod.AffinityTerm;
import karpenter.core.pod.PodSpec;
import karpenter.core.pod.Preference;
import karpenter.core.pod.SpreadConstraint;
import karpenter.core.pod.SpreadConstraint.Strength;

/// A profile with the constraints that its bit sets no longer tell apart.
record TraceWay(Profile profile, int nodeTerm, List<HostRule> hostRules) {

  /// At most `allowed` counted pods may be on the host already.
  record HostRule(CountGroup group, int allowed, Kind kind, int maxSkew) {
    enum Kind {
      SPREAD,
      OURS,
      THEIRS
    }
  }

  /// @param index of the profile among those of the class
  static TraceWay of(Batch batch, PodClass podClass, int index) {
    PodSpec spec = podClass.spec;
    int alternatives = spec.nodeAlternatives().size();
    int wishSet = index / alternatives;
    List<HostRule> rules = new ArrayList<>();
    for (AffinityTerm term : spec.antiAffinity()) {
      addTerm(rules, batch.groups.of(term, spec), HostRule.Kind.OURS);
    }
    boolean ignoring = batch.options.preferences() instanceof PreferencePolicy.Ignore;
    int wish = 0;
    if (!ignoring) {
      for (Preference preference : spec.preferences()) {
        boolean isKept = !podClass.wishes.givesUp(wishSet, wish++);
        if (isKept && preference instanceof Preference.AwayFromPods(_, var term)) {
          addTerm(rules, batch.groups.of(term, spec), HostRule.Kind.OURS);
        }
      }
    }
    for (SpreadConstraint constraint : spec.spread()) {
      boolean isHard = constraint.strength() == Strength.DO_NOT_SCHEDULE;
      if (isHard || (!ignoring && !podClass.wishes.givesUp(wishSet, wish++))) {
        addSpread(rules, batch, constraint, spec);
      }
    }
    for (CountGroup group : batch.inverse.selecting(spec.namespace(), spec.labels())) {
      addTerm(rules, group, HostRule.Kind.THEIRS);
    }
    return new TraceWay(
        podClass.profile(index, batch.profiles), index % alternatives, List.copyOf(rules));
  }

  private static void addTerm(List<HostRule> rules, CountGroup group, HostRule.Kind kind) {
    if (group.isHostname()) rules.add(new HostRule(group, 0, kind, 0));
  }

  private static void addSpread(
      List<HostRule> rules, Batch batch, SpreadConstraint constraint, PodSpec spec) {
    CountGroup group = batch.groups.of(constraint, spec);
    if (!group.isHostname()) return;
    int self = group.key.selects(spec.namespace(), spec.labels()) ? 1 : 0;
    rules.add(
        new HostRule(
            group, constraint.maxSkew() - self, HostRule.Kind.SPREAD, constraint.maxSkew()));
  }
}
