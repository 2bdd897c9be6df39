package karpenter.core.scheduling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.List;
import java.util.stream.LongStream;
import karpenter.core.pod.Pod;
import karpenter.core.testkit.cases.CaseGenerator;
import karpenter.core.testkit.cases.CaseOrder;
import karpenter.core.testkit.cases.PlacementText;
import org.junit.jupiter.api.Test;

/// The kernel and its slow twin give the same answer on generated cases.
///
/// `-Dtwin.cases=10000` runs more of them, `-Dtwin.seed=N` begins at another seed.
class TwinTest {
  private static final int CASES = Integer.getInteger("twin.cases", 1_500);
  private static final long FIRST_SEED = Long.getLong("twin.seed", 0);
  private static final int MAX_SEEDS_SHOWN = 20;

  @Test
  void kernel_and_twin_place_alike() {
    List<Long> different =
        LongStream.range(FIRST_SEED, FIRST_SEED + CASES)
            .parallel()
            .filter(Twins::differ)
            .limit(MAX_SEEDS_SHOWN)
            .boxed()
            .toList();

    if (!different.isEmpty()) fail(Twins.report(different));
  }

  @Test
  void kernel_does_not_depend_on_the_order_of_the_lists() {
    for (long seed = FIRST_SEED; seed < FIRST_SEED + CASES / 10; seed++) {
      SchedulingProblem problem = CaseGenerator.generate(seed);
      List<Pod> order = CaseOrder.of(problem, seed);

      assertThat(PlacementText.render(Placer.KERNEL.place(reversed(problem), order)))
          .as("seed %d", seed)
          .isEqualTo(PlacementText.render(Placer.KERNEL.place(problem, order)));
    }
  }

  private static SchedulingProblem reversed(SchedulingProblem problem) {
    return new SchedulingProblem(
        problem.pools().reversed(),
        problem.nodes().reversed(),
        problem.pending().reversed(),
        problem.bound().reversed(),
        problem.daemons().reversed(),
        problem.namespaces().reversed(),
        problem.options());
  }
}
