package karpenter.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import karpenter.core.cluster.NodePool;
import karpenter.core.explain.Explanations;
import karpenter.core.pod.Pod;
import karpenter.core.pod.PodSpec;
import karpenter.core.requirement.Requirements;
import karpenter.core.resource.Resources;
import karpenter.core.scheduling.CompiledCatalogue;
import karpenter.core.scheduling.Options;
import karpenter.core.scheduling.Options.MinValuesPolicy;
import karpenter.core.scheduling.Options.ReservedMode;
import karpenter.core.scheduling.PreferencePolicy;
import karpenter.core.scheduling.Scheduler;
import karpenter.core.scheduling.SchedulingProblem;
import karpenter.provider.kwok.catalogue.Catalogue;
import karpenter.provider.kwok.catalogue.KwokCatalogue;
import org.junit.jupiter.api.Test;

/// Reasons are found by running again, so a solve whose reasons nobody reads must not pay for them.
class ExplanationCostTest {
  private static final int PODS = 200;
  private static final int SOLVES = 100;
  private static final double MOST_MORE = 1.02;

  @Test
  void explanations_nobody_reads_cost_a_solve_no_memory() {
    var problem = problem();
    long before = leastBytes(problem);

    var placement = Scheduler.solve(problem);
    var explanations = Explanations.of(problem, placement);
    for (var unplaced : placement.unplaced()) explanations.explain(unplaced.pod());
    for (int i = 0; i < placement.newNodes().size(); i++) explanations.explainNode(i);
    long after = leastBytes(problem);

    assertThat(placement.unplaced()).isNotEmpty();
    // Less is no surprise: the compiler goes on removing allocations all the while.
    assertThat(after).isLessThanOrEqualTo((long) (before * MOST_MORE));
  }

  /// The least of several solves: the first also load classes.
  private static long leastBytes(SchedulingProblem problem) {
    var catalogue =
        CompiledCatalogue.compile(problem.pools(), problem.daemons(), problem.options());
    long least = Long.MAX_VALUE;
    for (int i = 0; i < SOLVES; i++) {
      var metered = Meter.measure(() -> Scheduler.solve(catalogue, problem));
      least = Math.min(least, metered.allocatedBytes());
    }
    return least;
  }

  private static SchedulingProblem problem() {
    Catalogue catalogue = KwokCatalogue.standard();
    var pool =
        new NodePool(
            "general",
            0,
            Requirements.none(),
            List.of(),
            List.of(),
            Optional.empty(),
            catalogue.types());
    List<Pod> pods = new ArrayList<>();
    for (int i = 0; i < PODS; i++) {
      long cores = i % 100 == 0 ? 1_000 : 1 + i % 7;
      var spec =
          PodSpec.builder().requests(Resources.of(Map.of(Resources.CPU, cores * 1_000))).build();
      pods.add(new Pod("uid-" + i, "pod-" + i, Instant.EPOCH, spec));
    }
    return new SchedulingProblem(
        List.of(pool),
        List.of(),
        pods,
        List.of(),
        List.of(),
        List.of(),
        new Options(
            new PreferencePolicy.Respect(),
            MinValuesPolicy.STRICT,
            ReservedMode.STRICT,
            catalogue.labels(),
            "",
            Options.DEFAULT_IMPROVEMENT_WORK));
  }
}
