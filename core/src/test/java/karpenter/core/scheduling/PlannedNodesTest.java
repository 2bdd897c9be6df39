package karpenter.core.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import karpenter.core.cluster.NodePool;
import karpenter.core.pod.AffinityTerm;
import karpenter.core.pod.LabelSelector;
import karpenter.core.testkit.PoolScenario;
import karpenter.core.testkit.Scenario;
import karpenter.core.testkit.cases.CaseGenerator;
import karpenter.core.testkit.twin.Replay;
import org.junit.jupiter.api.Test;

/// Nodes that are planned, filled and packed again (docs/scheduling.md, sections 5 and 9).
class PlannedNodesTest {
  private static final int CASES = 300;

  @Test
  void a_cost_per_node_buys_fewer_larger_nodes() {
    var scenario = eightPods();

    assertThat(Scheduler.solve(withNodeCost(scenario.problem(), 0)).newNodes()).hasSize(4);
    assertThat(Scheduler.solve(withNodeCost(scenario.problem(), 0.5)).newNodes()).hasSize(1);
  }

  @Test
  void prices_stay_what_they_are() {
    var placement = Scheduler.solve(withNodeCost(eightPods().problem(), 0.5));

    assertThat(placement.price()).isEqualTo(0.85);
    assertThat(placement.cost()).isEqualTo(1.35);
  }

  @Test
  void a_dearer_node_never_means_more_nodes() {
    for (int pods = 1; pods <= 40; pods++) {
      var scenario = new Scenario().pool("general", PlannedNodesTest::threeSizes);
      for (int i = 0; i < pods; i++) scenario.pod("p" + i, pod -> pod.requests(Scenario.cpu(1)));
      int before = Integer.MAX_VALUE;
      for (double nodeCost : new double[] {0, 0.005, 0.02, 0.05, 0.1, 0.5}) {
        int nodes = Scheduler.solve(withNodeCost(scenario.problem(), nodeCost)).newNodes().size();
        assertThat(nodes).as("%d pods at %s", pods, nodeCost).isLessThanOrEqualTo(before);
        before = nodes;
      }
    }
  }

  @Test
  void pods_that_keep_together_found_the_cheapest_zone() {
    var web = new TreeMap<>(Map.of("app", "web"));
    var near =
        new AffinityTerm(
            "topology.kubernetes.io/zone",
            LabelSelector.ofLabels(web),
            new TreeSet<>(Set.of("default")),
            Optional.empty());
    var scenario =
        new Scenario()
            .pool(
                "general",
                pool ->
                    pool.type(
                        "large",
                        8,
                        type ->
                            type.offer("zone-a", "spot", 3)
                                .offer("zone-b", "spot", 1)
                                .offer("zone-c", "spot", 2)));
    for (int i = 0; i < 3; i++) {
      scenario.pod("p" + i, pod -> pod.labels(web).requests(Scenario.cpu(3)).near(near));
    }

    assertThat(Scheduler.solve(scenario.problem()).price()).isEqualTo(2);
  }

  @Test
  void what_was_decided_can_be_brought_back_and_holds() {
    for (long seed = 0; seed < CASES; seed++) {
      var problem = withNodeCost(CaseGenerator.generate(seed), 0.3);
      var catalogue =
          CompiledCatalogue.compile(problem.pools(), problem.daemons(), problem.options());

      var placement = Scheduler.solve(catalogue, problem);
      var run = TraceReplay.of(catalogue, problem, placement);

      assertThat(run.order).as("seed %d", seed).isEqualTo(placement.order());
    }
  }

  /// The slow twin puts every pod where the placement has it, and checks each. Cases where it
  /// objects even to the first packing, which the twin makes itself, are beyond it: limits and
  /// `minValues` depend on what was tried before.
  @Test
  void every_pod_may_be_where_it_is() {
    int judged = 0;
    for (long seed = 0; seed < CASES; seed++) {
      var generated = withNodeCost(CaseGenerator.generate(seed), 0.3);
      if (!faults(withoutWishes(generated, 0)).isEmpty()) continue;
      judged++;

      var found = faults(withoutWishes(generated, Options.DEFAULT_IMPROVEMENT_WORK));

      assertThat(found).as("seed %d", seed).isEmpty();
    }
    assertThat(judged).isGreaterThan(CASES * 9 / 10);
  }

  private static List<String> faults(SchedulingProblem problem) {
    return Replay.faults(problem, Scheduler.solve(problem), _ -> true, Set.of());
  }

  /// Eight pods of one cpu.
  private static Scenario eightPods() {
    var scenario = new Scenario().pool("general", PlannedNodesTest::threeSizes);
    for (int i = 0; i < 8; i++) scenario.pod("p" + i, pod -> pod.requests(Scenario.cpu(1)));
    return scenario;
  }

  /// Where prices alone are counted, the smallest is the cheapest.
  private static void threeSizes(PoolScenario pool) {
    pool.type("small", 2, 0.2).type("medium", 4, 0.42).type("large", 8, 0.85);
  }

  private static SchedulingProblem withoutWishes(SchedulingProblem problem, int work) {
    var options = problem.options();
    return with(
        problem,
        problem.pools(),
        new Options(
            new PreferencePolicy.Ignore(),
            options.minValues(),
            Options.ReservedMode.FALLBACK,
            options.wellKnownLabels(),
            options.reservationLabel(),
            work));
  }

  private static SchedulingProblem withNodeCost(SchedulingProblem problem, double cost) {
    List<NodePool> pools = new ArrayList<>();
    for (NodePool pool : problem.pools()) pools.add(pool.withNodeCost(cost));
    return with(problem, pools, problem.options());
  }

  private static SchedulingProblem with(
      SchedulingProblem problem, List<NodePool> pools, Options options) {
    return new SchedulingProblem(
        pools,
        problem.nodes(),
        problem.pending(),
        problem.bound(),
        problem.daemons(),
        problem.namespaces(),
        options,
        problem.devices());
  }
}
