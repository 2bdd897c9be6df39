package karpenter.core.testkit.cases;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import karpenter.core.catalog.InstanceType;
import karpenter.core.cluster.NodePool;
import karpenter.core.pod.Pod;
import karpenter.core.requirement.Requirements;
import karpenter.core.scheduling.SchedulingProblem;

/// Makes a problem smaller while it still shows what it was found for: drops pods, pools, nodes,
/// types, whole kinds of constraint, then single constraints of single pods.
public final class Minimiser {
  private final Predicate<SchedulingProblem> stillShows;

  public Minimiser(Predicate<SchedulingProblem> stillShows) {
    this.stillShows = stillShows;
  }

  public SchedulingProblem minimise(SchedulingProblem problem) {
    SchedulingProblem smallest = problem;
    while (true) {
      SchedulingProblem next = round(smallest);
      if (next.equals(smallest)) return smallest;
      smallest = next;
    }
  }

  private SchedulingProblem round(SchedulingProblem problem) {
    SchedulingProblem result = problem;
    for (ConstraintKind kind : ConstraintKind.values()) result = tried(result, kind::without);
    for (var step : STEPS) result = shrunk(result, step);
    return result;
  }

  private SchedulingProblem tried(
      SchedulingProblem problem, Function<SchedulingProblem, SchedulingProblem> change) {
    SchedulingProblem smaller = change.apply(problem);
    return !smaller.equals(problem) && stillShows.test(smaller) ? smaller : problem;
  }

  /// Applies the step's changes one after the other, always to the smallest problem so far.
  private SchedulingProblem shrunk(
      SchedulingProblem problem, Function<SchedulingProblem, Stream<SchedulingProblem>> step) {
    SchedulingProblem result = problem;
    int index = 0;
    while (true) {
      List<SchedulingProblem> smaller = step.apply(result).toList();
      if (index >= smaller.size()) return result;
      if (!smaller.get(index).equals(result) && stillShows.test(smaller.get(index))) {
        result = smaller.get(index);
      } else {
        index++;
      }
    }
  }

  private static final List<Function<SchedulingProblem, Stream<SchedulingProblem>>> STEPS =
      List.of(
          p -> without(p.pending()).map(fewer -> ProblemEdit.of(p, e -> e.pending = fewer)),
          p -> without(p.pools()).map(fewer -> ProblemEdit.of(p, e -> e.pools = fewer)),
          p -> without(p.nodes()).map(fewer -> ProblemEdit.of(p, e -> e.nodes = fewer)),
          p -> without(p.bound()).map(fewer -> ProblemEdit.of(p, e -> e.bound = fewer)),
          p -> without(p.daemons()).map(fewer -> ProblemEdit.of(p, e -> e.daemons = fewer)),
          p -> perPool(p, pool -> without(pool.types()).map(t -> ProblemEdit.withTypes(pool, t))),
          p -> perPool(p, Minimiser::withFewerOfferings),
          p -> perPool(p, Minimiser::withFewerRequirements),
          p -> perPod(p, spec -> spec.nodeAlternatives = List.of(Requirements.none())),
          p -> perPod(p, spec -> spec.preferences = withoutLast(spec.preferences)),
          p -> perPod(p, spec -> spec.spread = withoutLast(spec.spread)),
          p -> perPod(p, spec -> spec.affinity = withoutLast(spec.affinity)),
          p -> perPod(p, spec -> spec.antiAffinity = withoutLast(spec.antiAffinity)),
          p -> perPod(p, spec -> spec.tolerations = List.of()),
          p -> perPod(p, spec -> spec.hostPorts = List.of()),
          p -> perPod(p, spec -> spec.volumeAlternatives = withoutLast(spec.volumeAlternatives)));

  private static <T> Stream<List<T>> without(List<T> items) {
    return IntStream.range(0, items.size())
        .mapToObj(
            i -> {
              List<T> fewer = new ArrayList<>(items);
              fewer.remove(i);
              return fewer;
            });
  }

  private static <T> List<T> withoutLast(List<T> items) {
    return items.isEmpty() ? items : items.subList(0, items.size() - 1);
  }

  private static <T> List<T> replaced(List<T> items, int index, T item) {
    List<T> changed = new ArrayList<>(items);
    changed.set(index, item);
    return changed;
  }

  private static Stream<SchedulingProblem> perPool(
      SchedulingProblem problem, Function<NodePool, Stream<NodePool>> change) {
    return IntStream.range(0, problem.pools().size())
        .boxed()
        .flatMap(
            i ->
                change
                    .apply(problem.pools().get(i))
                    .map(
                        pool ->
                            ProblemEdit.of(
                                problem, e -> e.pools = replaced(problem.pools(), i, pool))));
  }

  private static Stream<NodePool> withFewerOfferings(NodePool pool) {
    return IntStream.range(0, pool.types().size())
        .boxed()
        .flatMap(
            i -> {
              InstanceType type = pool.types().get(i);
              return without(type.offerings())
                  .filter(offerings -> !offerings.isEmpty())
                  .map(offerings -> ProblemEdit.withOfferings(type, offerings))
                  .map(fewer -> ProblemEdit.withTypes(pool, replaced(pool.types(), i, fewer)));
            });
  }

  private static Stream<NodePool> withFewerRequirements(NodePool pool) {
    return pool.requirements().keys().stream()
        .map(key -> ProblemEdit.withRequirements(pool, pool.requirements().without(key)));
  }

  private static Stream<SchedulingProblem> perPod(
      SchedulingProblem problem, Consumer<SpecEdit> change) {
    return IntStream.range(0, problem.pending().size())
        .mapToObj(
            i -> {
              var pod = problem.pending().get(i);
              var spec = SpecEdit.of(pod.spec(), change);
              var changed = new Pod(pod.uid(), pod.name(), pod.created(), spec);
              return ProblemEdit.of(
                  problem, e -> e.pending = replaced(problem.pending(), i, changed));
            });
  }
}
