package karpenter.core.scheduling;

import java.util.List;
import karpenter.core.pod.Pod;
import karpenter.core.scheduling.Run.Opening;

/// One packing of a batch in a given order, without improvement: what the slow twin must agree
/// with.
final class Greedy {
  private Greedy() {}

  static Placement place(SchedulingProblem problem, List<Pod> order) {
    var catalogue =
        CompiledCatalogue.compile(problem.pools(), problem.daemons(), problem.options());
    var run = new Run(new Batch(catalogue, problem), Opening.IF_CHEAPER);
    var unplaced = run.place(order);
    return new PlacementBuilder(run).build(unplaced);
  }
}
