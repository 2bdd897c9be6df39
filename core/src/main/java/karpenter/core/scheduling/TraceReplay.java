package karpenter.core.scheduling;

import java.util.List;
import karpenter.core.pod.Pod;
import karpenter.core.scheduling.Run.Opening;

/// Brings back the state a placement ended in: the same pods in the same order under the same rule.
/// A placement does not say which rule that was, so each is tried until the outcome is the same.
final class TraceReplay {
  private TraceReplay() {}

  static Run of(CompiledCatalogue catalogue, SchedulingProblem problem, Placement placement) {
    for (Opening opening : Opening.values()) {
      Run run = placed(catalogue, problem, opening, placement.order());
      if (isOutcome(run, placement)) return run;
    }
    throw new IllegalStateException(
        "the same pods in the same order gave another placement: is it one of this problem?");
  }

  /// The state after the first `steps` pods.
  static Run midway(
      CompiledCatalogue catalogue, SchedulingProblem problem, Placement placement, int steps) {
    Opening opening = of(catalogue, problem, placement).opening;
    return placed(catalogue, problem, opening, placement.order().subList(0, steps));
  }

  private static Run placed(
      CompiledCatalogue catalogue, SchedulingProblem problem, Opening opening, List<Pod> order) {
    var run = new Run(new Batch(catalogue, problem), opening);
    run.place(order);
    return run;
  }

  private static boolean isOutcome(Run run, Placement placement) {
    if (run.order.size() != placement.order().size()
        || run.drafts.size() != placement.newNodes().size()) {
      return false;
    }
    for (int i = 0; i < run.drafts.size(); i++) {
      Draft draft = run.drafts.get(i);
      var node = placement.newNodes().get(i);
      if (!draft.space.template.pool.name().equals(node.pool())
          || !draft.pods.equals(node.pods())) {
        return false;
      }
    }
    return true;
  }
}
