package karpenter.core.explain;

import static org.assertj.core.api.Assertions.assertThat;

import karpenter.core.scheduling.Scheduler;
import karpenter.core.testkit.cases.CaseGenerator;
import org.junit.jupiter.api.Test;

class ExplanationsTest {
  private static final int CASES = 15;

  @Test
  void explaining_changes_no_result_and_says_the_same_twice() {
    for (long seed = 0; seed < CASES; seed++) {
      var problem = CaseGenerator.generate(seed);
      var before = Scheduler.solve(problem);
      for (var unplaced : before.unplaced().stream().limit(2).toList()) {
        var first = Explanations.explain(problem, before, unplaced.pod());
        var second = Explanations.explain(problem, before, unplaced.pod());

        assertThat(second).as("seed %d", seed).isEqualTo(first);
      }
      assertThat(Scheduler.solve(problem)).as("seed %d", seed).isEqualTo(before);
    }
  }
}
