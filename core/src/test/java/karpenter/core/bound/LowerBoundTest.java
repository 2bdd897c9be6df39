package karpenter.core.bound;

import static karpenter.core.bound.SmallCluster.*;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import karpenter.core.cluster.NodePool;
import karpenter.core.pod.Pod;
import karpenter.core.pod.PodSpec;
import karpenter.core.pod.PodSpecBuilder;
import karpenter.core.requirement.Requirements;
import karpenter.core.requirement.ValueSet;
import karpenter.core.resource.Resources;
import karpenter.core.scheduling.Placement;
import karpenter.core.scheduling.Scheduler;
import karpenter.core.scheduling.SchedulingProblem;
import karpenter.core.testkit.Seeds;
import org.junit.jupiter.api.Test;

class LowerBoundTest {
  private static final int INSTANCES = 1000;
  private static final double ROUNDING = 1e-9;

  @Test
  void no_placement_is_cheaper_than_the_bound() {
    Seeds.check(
        INSTANCES,
        random -> {
          var problem = SmallCluster.draw(random);
          var placement = Scheduler.solve(problem);

          var bound = LowerBound.of(problem, placement);

          var limits = Quota.limits(problem);
          double optimum = ExhaustiveOptimum.of(problem, placed(placement), limits);
          assertThat(optimum).isLessThanOrEqualTo(placement.cost() + ROUNDING);
          assertThat(bound.value()).isLessThanOrEqualTo(optimum + ROUNDING);
          if (problem.nodes().isEmpty() && optimum > 0) assertThat(bound.value()).isPositive();
        });
  }

  @Test
  void certificate_stands_on_its_own() {
    Seeds.check(
        INSTANCES,
        random -> {
          var drawn = SmallCluster.draw(random);
          var problem =
              problem(drawn.pools(), drawn.nodes(), drawn.pending(), drawn.bound(), List.of());
          var placement = Scheduler.solve(problem);

          var bound = LowerBound.of(problem, placement);

          assertThat(BoundVerifier.objections(problem, placement, bound)).isEmpty();
        });
  }

  @Test
  void pods_that_fill_the_cheapest_nodes_are_placed_at_the_optimum() {
    var problem = of(4, PodSpec.builder().requests(resources(2, 4, 0)));

    var bound = bound(problem);

    assertThat(bound.value()).isEqualTo(0.4, within(ROUNDING));
    assertThat(bound.gap().fraction().orElseThrow()).isLessThan(ROUNDING);
  }

  @Test
  void small_pods_that_exclude_each_other_need_a_node_each() {
    var alike = PodSpec.builder().labels(Map.of("app", "web"));

    var together = bound(of(5, alike.requests(resources(0.1, 0.1, 0))));
    var apart = bound(of(5, alike.awayFrom(away(HOSTNAME, "web"))));

    assertThat(together.value()).isLessThan(0.1);
    assertThat(apart.value()).isEqualTo(0.5, within(ROUNDING));
    assertThat(apart.exclusives()).hasSize(1);
  }

  @Test
  void pods_that_only_on_demand_nodes_suit_pay_on_demand_prices() {
    var type =
        type(
            "t",
            resources(2, 4, 0),
            "amd64",
            List.of(offering("a", "spot", 0.03), offering("a", "on-demand", 0.1)));
    var picky =
        PodSpec.builder()
            .requests(resources(2, 4, 0))
            .nodeAlternatives(List.of(Requirements.of(CAPACITY, ValueSet.in("on-demand"))))
            .build();
    var easy = PodSpec.builder().requests(resources(2, 4, 0)).build();
    var problem =
        problem(
            List.of(pool("general", Requirements.none(), List.of(), List.of(type))),
            List.of(pod("p", picky), pod("q", easy), pod("r", easy)));

    assertThat(bound(problem).value()).isEqualTo(0.16, within(ROUNDING));
  }

  @Test
  void whole_pods_that_leave_room_need_more_nodes_than_their_sum() {
    var bound = bound(of(4, PodSpec.builder().requests(resources(1.5, 1, 0))));

    assertThat(bound.value()).isEqualTo(0.4, within(0.001));
    assertThat(bound.pods()).isNotEmpty();
    var problem = of(4, PodSpec.builder().requests(resources(1.5, 1, 0)));
    assertThat(LowerBounds.quick(problem, Scheduler.solve(problem)).absolute().value())
        .isLessThan(bound.value());
  }

  @Test
  void nodes_that_cost_more_than_their_instances_need_more() {
    var drawn = of(4, PodSpec.builder().requests(resources(2, 4, 0)));
    var pools = drawn.pools().stream().map(pool -> pool.withNodeCost(0.02)).toList();

    assertThat(bound(drawn).value()).isEqualTo(0.4, within(ROUNDING));
    assertThat(bound(problem(pools, drawn.pending())).value()).isEqualTo(0.48, within(ROUNDING));
  }

  @Test
  void scarce_room_below_a_limit_is_worth_more() {
    var drawn = of(4, PodSpec.builder().requests(resources(2, 4, 0)));
    var cheap = List.of(type("cheap", resources(2, 4, 0), 0.05));
    var limited =
        new NodePool(
            "cheap",
            10,
            Requirements.none(),
            List.of(),
            List.of(),
            Optional.of(Resources.of(Map.of(Resources.CPU, 4000L))),
            cheap);

    var bound = bound(problem(List.of(drawn.pools().getFirst(), limited), drawn.pending()));

    assertThat(bound.value()).isEqualTo(0.3, within(ROUNDING));
  }

  @Test
  void order_of_the_input_does_not_change_a_bit() {
    Seeds.check(
        INSTANCES / 10,
        random -> {
          var problem = SmallCluster.draw(random);
          var shuffled =
              problem(
                  problem.pools().reversed().stream().map(LowerBoundTest::reversed).toList(),
                  problem.nodes().reversed(),
                  problem.pending().reversed(),
                  problem.bound().reversed(),
                  problem.daemons().reversed());
          var placement = Scheduler.solve(problem);

          assertThat(LowerBound.of(shuffled, placement))
              .isEqualTo(LowerBound.of(problem, placement));
        });
  }

  @Test
  void bound_allows_for_any_use_of_the_room_that_is_there() {
    var drawn = of(3, PodSpec.builder().requests(resources(2, 4, 0)));
    var small = SmallCluster.node("n", resources(2, 4, 0));
    var problem = problem(drawn.pools(), List.of(small), drawn.pending(), List.of(), List.of());

    var bound = bound(problem);

    assertThat(bound.planned()).isEqualTo(0.2, within(ROUNDING));
    assertThat(bound.value()).isEqualTo(0.2, within(ROUNDING));
  }

  @Test
  void nothing_bought_needs_nothing() {
    var bound = bound(of(0, PodSpec.builder()));

    assertThat(bound.value()).isZero();
    assertThat(bound.prices()).isEmpty();
  }

  private static SchedulingProblem of(int replicas, PodSpecBuilder builder) {
    var types =
        List.of(type("small", resources(2, 4, 0), 0.1), type("large", resources(4, 8, 0), 0.25));
    List<Pod> pods = new ArrayList<>();
    var spec = builder.build();
    for (int i = 0; i < replicas; i++) pods.add(pod("p" + i, spec));
    return problem(List.of(pool("general", Requirements.none(), List.of(), types)), pods);
  }

  private static Bound bound(SchedulingProblem problem) {
    return LowerBound.of(problem, Scheduler.solve(problem));
  }

  private static NodePool reversed(NodePool pool) {
    return new NodePool(
        pool.name(),
        pool.weight(),
        pool.requirements(),
        pool.taints(),
        pool.startupTaints(),
        pool.limits(),
        pool.types().reversed(),
        pool.nodeCost());
  }

  private static List<Pod> placed(Placement placement) {
    List<Pod> placed = new ArrayList<>();
    placement.newNodes().forEach(node -> placed.addAll(node.pods()));
    placement.existing().forEach(node -> placed.addAll(node.pods()));
    return placed;
  }
}
