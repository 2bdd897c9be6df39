package karpenter.core.scheduling;

import java.util.ArrayList;
import java.util.List;
import karpenter.core.pod.Taint;
import karpenter.core.pod.Toleration.SoftTaints;
import karpenter.core.requirement.Conflict;
import karpenter.core.requirement.Requirements;
import karpenter.core.scheduling.Refusal.ContradictoryRequirements;
import karpenter.core.scheduling.Refusal.LabelMismatch;
import karpenter.core.scheduling.Refusal.UntoleratedTaint;
import karpenter.core.scheduling.Refusal.VolumeElsewhere;

/// The taints and labels part of a refusal, alike for every kind of candidate.
final class TraceLabels {
  private TraceLabels() {}

  static List<Refusal> taints(LabelAsk.Key ask, List<Taint> taints) {
    List<Refusal> refusals = new ArrayList<>();
    for (Taint taint : taints) {
      boolean isSoft = taint.effect() == Taint.Effect.PREFER_NO_SCHEDULE;
      if (isSoft && ask.soft() == SoftTaints.IGNORED) continue;
      if (ask.tolerations().stream().noneMatch(toleration -> toleration.tolerates(taint))) {
        refusals.add(new UntoleratedTaint(taint));
      }
    }
    return refusals;
  }

  /// @param conflicts between what is demanded and what the candidate offers
  static List<Refusal> node(Requirements demanded, List<Conflict> conflicts) {
    List<Refusal> refusals = new ArrayList<>();
    for (Conflict conflict : conflicts) {
      boolean isOurs = demanded.get(conflict.key()).isEmpty();
      refusals.add(
          isOurs ? new ContradictoryRequirements(conflict.key()) : new LabelMismatch(conflict));
    }
    return refusals;
  }

  static List<Refusal> volume(List<Conflict> conflicts) {
    return conflicts.stream().<Refusal>map(VolumeElsewhere::new).toList();
  }
}
