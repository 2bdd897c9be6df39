package karpenter.core.scheduling;

import java.util.List;
import karpenter.core.pod.Pod;
import karpenter.core.testkit.twin.SlowTwin;

/// The two implementations of `docs/scheduling.md`.
enum Placer {
  TWIN {
    @Override
    Placement place(SchedulingProblem problem, List<Pod> order) {
      return SlowTwin.place(problem, order);
    }
  },
  KERNEL {
    @Override
    Placement place(SchedulingProblem problem, List<Pod> order) {
      return Greedy.place(problem, order);
    }
  };

  abstract Placement place(SchedulingProblem problem, List<Pod> order);
}
