package karpenter.core.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import karpenter.core.testkit.cases.CaseGenerator;
import karpenter.core.testkit.cases.PlacementText;
import org.junit.jupiter.api.Test;

/// What holds of the whole engine, on generated cases.
class SchedulerTest {
  private static final int CASES = 150;

  @Test
  void the_order_of_the_input_does_not_matter() {
    for (long seed = 0; seed < CASES; seed++) {
      var problem = CaseGenerator.generate(seed);
      var expected = PlacementText.render(Scheduler.solve(problem));

      var shuffled = Scheduler.solve(shuffled(problem, seed));

      assertThat(PlacementText.render(shuffled)).as("seed %d", seed).isEqualTo(expected);
    }
  }

  @Test
  void more_work_never_costs_more() {
    for (long seed = 0; seed < CASES; seed++) {
      var problem = CaseGenerator.generate(seed);

      var first = Scheduler.solve(withWork(problem, 0));
      var improved = Scheduler.solve(withWork(problem, Options.DEFAULT_IMPROVEMENT_WORK));

      assertThat(improved.unplaced().size())
          .as("seed %d: pods without a place", seed)
          .isLessThanOrEqualTo(first.unplaced().size());
      if (improved.unplaced().size() == first.unplaced().size()) {
        assertThat(improved.price())
            .as("seed %d: price", seed)
            .isLessThanOrEqualTo(first.price() + 1e-6);
      }
    }
  }

  @Test
  void every_pod_is_placed_once_or_reported() {
    for (long seed = 0; seed < CASES; seed++) {
      var problem = CaseGenerator.generate(seed);

      var placement = Scheduler.solve(problem);

      List<String> found = new ArrayList<>();
      placement.newNodes().forEach(node -> node.pods().forEach(pod -> found.add(pod.uid())));
      placement.existing().forEach(use -> use.pods().forEach(pod -> found.add(pod.uid())));
      placement.unplaced().forEach(left -> found.add(left.pod().uid()));
      assertThat(found)
          .as("seed %d", seed)
          .containsExactlyInAnyOrderElementsOf(
              problem.pending().stream().map(pod -> pod.uid()).toList());
      assertThat(placement.bindOrder())
          .as("seed %d", seed)
          .containsExactlyInAnyOrderElementsOf(placement.order());
    }
  }

  private static SchedulingProblem shuffled(SchedulingProblem problem, long seed) {
    return new SchedulingProblem(
        shuffled(problem.pools(), seed),
        shuffled(problem.nodes(), seed),
        shuffled(problem.pending(), seed),
        shuffled(problem.bound(), seed),
        shuffled(problem.daemons(), seed),
        shuffled(problem.namespaces(), seed),
        problem.options());
  }

  private static <T> List<T> shuffled(List<T> values, long seed) {
    List<T> copy = new ArrayList<>(values);
    Collections.shuffle(copy, new Random(seed));
    return copy;
  }

  private static SchedulingProblem withWork(SchedulingProblem problem, int work) {
    var options = problem.options();
    return new SchedulingProblem(
        problem.pools(),
        problem.nodes(),
        problem.pending(),
        problem.bound(),
        problem.daemons(),
        problem.namespaces(),
        new Options(
            options.preferences(),
            options.minValues(),
            options.reserved(),
            options.wellKnownLabels(),
            options.reservationLabel(),
            work));
  }
}
