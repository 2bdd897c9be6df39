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
import org.jspecify.annotations.Nullable;

/// Why pods have no place, asked once for all pods of the same spec; and why new nodes are as they
/// are.
final class Reasons {
  /// For so many different pods a remedy is looked for; more would be read by nobody, and each
  /// search solves the plan dozens of times.
  static final int MAX_REMEDIES = 20;

  private final SchedulingProblem problem;
  private final Placement placement;
  private @Nullable Explanations explanations;
  private final Map<PodSpec, List<ReasonTree>> known = new HashMap<>();

  Reasons(SchedulingProblem problem, Placement placement) {
    this.problem = problem;
    this.placement = placement;
  }

  /// Costs a packing, so it is made when the first question comes.
  private Explanations explanations() {
    if (explanations == null) explanations = Explanations.of(problem, placement);
    return explanations;
  }

  /// @param index into the new nodes of the placement
  List<ReasonTree> ofNode(int index) {
    return explanations().explainNode(index).tree().reasons();
  }

  List<ReasonTree> of(Pod pod) {
    var reasons = known.get(pod.spec());
    if (reasons != null) return reasons;
    var explanation =
        known.size() < MAX_REMEDIES
            ? explanations().explain(pod)
            : explanations().explainRefusals(pod);
    var found = explanation.tree().reasons();
    known.put(pod.spec(), found);
    return found;
  }
}
