package karpenter.core.explain;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import karpenter.core.pod.Pod;
import karpenter.core.scheduling.CompiledCatalogue;
import karpenter.core.scheduling.Placement;
import karpenter.core.scheduling.Scheduler;
import karpenter.core.scheduling.SchedulingProblem;

/// Solves the changed problem to see whether a change helps, as often as its bound allows.
final class Verifier {
  private final SchedulingProblem problem;
  private final CompiledCatalogue catalogue;
  private final Pod pod;
  private final Set<String> unplaced;
  private final int bound;
  private int solves;

  Verifier(
      SchedulingProblem problem,
      CompiledCatalogue catalogue,
      Placement placement,
      Pod pod,
      int bound) {
    this.problem = problem;
    this.catalogue = catalogue;
    this.pod = pod;
    this.unplaced = uids(placement);
    this.bound = bound;
  }

  int solves() {
    return solves;
  }

  boolean isExhausted() {
    return solves >= bound;
  }

  /// What came of a change.
  ///
  /// @param displaced pods that had a place and lose it
  record Outcome(boolean places, List<String> displaced) {
    static final Outcome USELESS = new Outcome(false, List.of());

    boolean isHarmless() {
      return places && displaced.isEmpty();
    }
  }

  /// Useless once the bound is reached.
  Outcome tryOut(Change change) {
    if (isExhausted()) return Outcome.USELESS;
    SchedulingProblem changed = change.applyTo(problem);
    if (changed.equals(problem)) return Outcome.USELESS;
    solves++;
    var left = solve(changed).unplaced();
    boolean isPlaced = left.stream().noneMatch(one -> one.pod().uid().equals(pod.uid()));
    if (!isPlaced || left.size() > unplaced.size()) return Outcome.USELESS;
    var displaced =
        left.stream()
            .map(Placement.Unplaced::pod)
            .filter(one -> !unplaced.contains(one.uid()))
            .map(Pod::fullName)
            .toList();
    return new Outcome(true, displaced);
  }

  private Placement solve(SchedulingProblem changed) {
    boolean isSameCatalogue = changed.pools() == problem.pools();
    return isSameCatalogue ? Scheduler.solve(catalogue, changed) : Scheduler.solve(changed);
  }

  private static Set<String> uids(Placement placement) {
    return placement.unplaced().stream().map(one -> one.pod().uid()).collect(Collectors.toSet());
  }
}
