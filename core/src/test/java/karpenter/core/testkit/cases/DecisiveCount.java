package karpenter.core.testkit.cases;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.stream.LongStream;
import karpenter.core.pod.Pod;
import karpenter.core.scheduling.Placement;
import karpenter.core.scheduling.SchedulingProblem;
import karpenter.core.testkit.twin.SlowTwin;

/// Counts in how many cases each kind of constraint is decisive: without it the pods would go
/// elsewhere.
public final class DecisiveCount {
  private DecisiveCount() {}

  public static Map<ConstraintKind, Integer> over(LongStream seeds) {
    Map<ConstraintKind, Integer> counts = new EnumMap<>(ConstraintKind.class);
    for (ConstraintKind kind : ConstraintKind.values()) counts.put(kind, 0);
    seeds
        .parallel()
        .mapToObj(DecisiveCount::decisive)
        .forEachOrdered(kinds -> kinds.forEach(kind -> counts.merge(kind, 1, Integer::sum)));
    return counts;
  }

  public static List<ConstraintKind> decisive(long seed) {
    return decisive(seed, SlowTwin::place);
  }

  static List<ConstraintKind> decisive(
      long seed, BiFunction<SchedulingProblem, List<Pod>, Placement> placer) {
    SchedulingProblem problem = CaseGenerator.generate(seed);
    String result = decisions(problem, seed, placer);
    return List.of(ConstraintKind.values()).stream()
        .filter(
            kind -> {
              SchedulingProblem without = kind.without(problem);
              return !without.equals(problem) && !decisions(without, seed, placer).equals(result);
            })
        .toList();
  }

  private static String decisions(
      SchedulingProblem problem,
      long seed,
      BiFunction<SchedulingProblem, List<Pod>, Placement> placer) {
    return PlacementText.decisions(placer.apply(problem, CaseOrder.of(problem, seed)));
  }
}
