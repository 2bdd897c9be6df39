package karpenter.app.plan;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import karpenter.core.explain.Explanations;
import karpenter.core.explain.ReasonTree;
import karpenter.core.pod.Pod;
import karpenter.core.pod.PodSpec;
import karpenter.core.scheduling.Placement;
import karpenter.core.scheduling.SchedulingProblem;

/// Why pods have no place, asked once for all pods of the same spec.
final class Reasons {
  /// For so many different pods a remedy is looked for; more would be read by nobody, and each
  /// search solves the plan dozens of times.
  static final int MAX_REMEDIES = 20;

  private final Explanations explanations;
  private final Map<PodSpec, List<ReasonTree>> known = new HashMap<>();

  Reasons(SchedulingProblem problem, Placement placement) {
    this.explanations = Explanations.of(problem, placement);
  }

  List<ReasonTree> of(Pod pod) {
    var reasons = known.get(pod.spec());
    if (reasons != null) return reasons;
    var explanation =
        known.size() < MAX_REMEDIES ? explanations.explain(pod) : explanations.explainRefusals(pod);
    var found = explanation.tree().reasons();
    known.put(pod.spec(), found);
    return found;
  }
}
