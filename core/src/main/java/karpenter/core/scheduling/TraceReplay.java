package karpenter.core.scheduling;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import karpenter.core.pod.Pod;
import karpenter.core.scheduling.Placement.NewNode;
import karpenter.core.scheduling.Placement.NodeUse;
import karpenter.core.scheduling.Reseating.LimitsThen;
import karpenter.core.scheduling.Run.Opening;

/// Brings back the state a placement ended in, or was in midway.
///
/// Usually it is enough to put the same pods in the same order where the placement has them. Where
/// wishes are weighed a place alone does not tell which of them were kept, and where limits or
/// `minValues` bind, what nodes could become in between depends on what was tried: then everything
/// is decided once more.
final class TraceReplay {
  private TraceReplay() {}

  static Run of(CompiledCatalogue catalogue, SchedulingProblem problem, Placement placement) {
    return midway(catalogue, problem, placement, placement.order().size());
  }

  /// The state after the first `steps` pods.
  static Run midway(
      CompiledCatalogue catalogue, SchedulingProblem problem, Placement placement, int steps) {
    int all = placement.order().size();
    boolean placesTellAll = !(problem.options().preferences() instanceof PreferencePolicy.Weigh);
    if (placesTellAll) {
      Run seated = seated(catalogue, problem, placement, all);
      if (isOutcome(seated, placement)) {
        return steps == all ? seated : seated(catalogue, problem, placement, steps);
      }
    }
    Run decided = PackingSearch.replayed(catalogue, problem, all);
    if (!isOutcome(decided, placement)) {
      throw new IllegalStateException(
          "the same pods in the same order gave another placement: is it one of this problem?");
    }
    return steps == all ? decided : PackingSearch.replayed(catalogue, problem, steps);
  }

  private static Run seated(
      CompiledCatalogue catalogue, SchedulingProblem problem, Placement placement, int steps) {
    var run = new Run(new Batch(catalogue, problem), Opening.IF_NEEDED);
    new Reseating(run, placement, LimitsThen.AS_PLACED).place(placement.order().subList(0, steps));
    return run;
  }

  private static boolean isOutcome(Run run, Placement placement) {
    if (run.order.size() != placement.order().size()
        || run.drafts.size() != placement.newNodes().size()) {
      return false;
    }
    for (int i = 0; i < run.drafts.size(); i++) {
      Draft draft = run.drafts.get(i);
      if (!isSame(draft, placement.newNodes().get(i))) return false;
      // Seating asks for no limits.
      if (run.limits[draft.template].isOverdrawn()) return false;
    }
    Map<String, List<Pod>> used = new HashMap<>();
    for (NodeUse use : placement.existing()) used.put(use.node(), use.pods());
    for (NodeSlot slot : run.batch.nodes) {
      if (!slot.pods.equals(used.getOrDefault(slot.node.name(), List.of()))) return false;
    }
    return true;
  }

  private static boolean isSame(Draft draft, NewNode node) {
    return draft.space.template.pool.name().equals(node.pool())
        && draft.pods.equals(node.pods())
        // A draft that holds reservations is narrowed to them when it is written down.
        && (!draft.reservations.isEmpty() || draft.state.requirements.equals(node.requirements()));
  }
}
