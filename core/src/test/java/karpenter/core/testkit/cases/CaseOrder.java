package karpenter.core.testkit.cases;

import static java.util.Comparator.comparing;

import java.util.Comparator;
import java.util.List;
import karpenter.core.pod.Pod;
import karpenter.core.resource.Resources;
import karpenter.core.scheduling.SchedulingProblem;

/// An order for the pods of a case. It depends on each pod alone, so that taking a constraint out
/// of a case leaves the order of the others as it was.
public final class CaseOrder {
  private CaseOrder() {}

  public static List<Pod> of(SchedulingProblem problem, long seed) {
    Comparator<Pod> realThenPriority =
        comparing((Pod pod) -> pod.spec().isVirtual())
            .thenComparing(comparing((Pod pod) -> pod.spec().priority()).reversed());
    Comparator<Pod> rest = seed % 3 == 0 ? shuffled(seed) : bySize();
    return problem.pending().stream().sorted(realThenPriority.thenComparing(rest)).toList();
  }

  private static Comparator<Pod> bySize() {
    return comparing((Pod pod) -> pod.spec().requests().get(Resources.CPU))
        .thenComparing(pod -> pod.spec().requests().get(Resources.MEMORY))
        .reversed()
        .thenComparing(Pod::created)
        .thenComparing(Pod::uid);
  }

  private static Comparator<Pod> shuffled(long seed) {
    return comparing((Pod pod) -> new Dice(seed ^ pod.uid().hashCode()).between(0, 1 << 30))
        .thenComparing(Pod::uid);
  }
}
