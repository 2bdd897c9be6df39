package karpenter.core.bound;

import static karpenter.core.bound.SmallCluster.*;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import karpenter.core.catalog.InstanceType;
import karpenter.core.cluster.NodePool;
import karpenter.core.pod.Pod;
import karpenter.core.pod.PodSpec;
import karpenter.core.pod.PodSpecBuilder;
import karpenter.core.pod.Preference;
import karpenter.core.pod.Taint;
import karpenter.core.requirement.Requirements;
import karpenter.core.requirement.ValueSet;
import karpenter.core.resource.Resources;
import karpenter.core.scheduling.Options;
import karpenter.core.scheduling.Placement;
import karpenter.core.scheduling.PreferencePolicy;
import karpenter.core.scheduling.Scheduler;
import karpenter.core.scheduling.SchedulingProblem;
import karpenter.core.testkit.Seeds;
import org.junit.jupiter.api.Test;

/// What plans need that serve the pods as well, beside what any plan needs.
class LowerBoundsTest {
  private static final int INSTANCES = 1000;
  private static final double ROUNDING = 1e-9;
  private static final InstanceType SMALL = type("small", resources(2, 4, 0), 0.1);

  @Test
  void no_placement_at_equal_service_is_cheaper_than_its_bound() {
    Seeds.check(
        INSTANCES,
        random -> {
          var problem = SmallCluster.drawWithWishes(random);
          var plan = Scheduler.solve(problem);

          var bounds = LowerBounds.of(problem, plan);

          var limits = Quota.limits(problem);
          var service = ServiceOfPlan.of(problem, plan);
          double equal = ExhaustiveOptimum.of(problem, placed(plan), limits, service);
          double any = ExhaustiveOptimum.of(problem, placed(plan), limits);
          assertThat(equal).isLessThanOrEqualTo(plan.cost() + ROUNDING);
          assertThat(bounds.atEqualService().value()).isLessThanOrEqualTo(equal + ROUNDING);
          assertThat(bounds.absolute().value()).isLessThanOrEqualTo(any + ROUNDING);
          assertThat(bounds.atEqualService().value())
              .isGreaterThanOrEqualTo(bounds.absolute().value());
        });
  }

  @Test
  void certificate_for_equal_service_stands_on_its_own() {
    Seeds.check(
        INSTANCES,
        random -> {
          var drawn = SmallCluster.drawWithWishes(random);
          var problem =
              problem(drawn.pools(), drawn.nodes(), drawn.pending(), drawn.bound(), List.of());
          var plan = Scheduler.solve(problem);

          var bounds = LowerBounds.of(problem, plan);

          assertThat(BoundVerifier.objections(problem, plan, bounds.atEqualService())).isEmpty();
          assertThat(BoundVerifier.objections(problem, plan, bounds.absolute())).isEmpty();
        });
  }

  @Test
  void replicas_that_a_wish_keeps_apart_need_a_node_each_at_equal_service() {
    var apart = new Preference.AwayFromPods(10, away(HOSTNAME, "web"));
    var problem = onSmallNodes(replicas(4, web().prefer(apart)));

    var bounds = bounds(problem);

    assertThat(bounds.atEqualService().value()).isEqualTo(0.4, within(ROUNDING));
    assertThat(bounds.absolute().value()).isLessThan(0.1);
    assertThat(bounds.atEqualService().exclusives().getFirst().pods()).hasSize(4);
    assertThat(bounds.gapSentence())
        .isEqualTo("at the optimum for equal service: $0.40/h planned and needed");
    assertThat(bounds.absoluteSentence())
        .hasValueSatisfying(
            sentence ->
                assertThat(sentence)
                    .startsWith("plans that may give up preferences that this one keeps need"));
  }

  @Test
  void replicas_that_a_soft_spread_keeps_apart_need_a_node_each_at_equal_service() {
    var problem = onSmallNodes(replicas(4, web().spread(softSpread(1, "web"))));

    assertThat(bounds(problem).atEqualService().value()).isEqualTo(0.4, within(ROUNDING));
  }

  @Test
  void wishes_that_the_plan_gives_up_prove_nothing() {
    var apart = new Preference.AwayFromPods(10, away(HOSTNAME, "web"));
    var limited = withLimit(pool("only", Requirements.none(), List.of(), List.of(SMALL)), 4);
    var problem = problem(List.of(limited), replicas(4, web().prefer(apart)));
    var plan = Scheduler.solve(problem);

    var bounds = LowerBounds.of(problem, plan);

    assertThat(plan.newNodes()).hasSize(2);
    assertThat(bounds.atEqualService().value()).isLessThanOrEqualTo(0.2 + ROUNDING);
  }

  @Test
  void nothing_is_a_wish_where_preferences_are_ignored() {
    var apart = new Preference.AwayFromPods(10, away(HOSTNAME, "web"));
    var drawn = onSmallNodes(replicas(4, web().prefer(apart)));
    var ignoring =
        new SchedulingProblem(
            drawn.pools(),
            drawn.nodes(),
            drawn.pending(),
            drawn.bound(),
            drawn.daemons(),
            drawn.namespaces(),
            new Options(
                new PreferencePolicy.Ignore(),
                drawn.options().minValues(),
                drawn.options().reserved(),
                drawn.options().wellKnownLabels(),
                drawn.options().reservationLabel(),
                drawn.options().improvementWork()));

    var plan = Scheduler.solve(drawn);

    assertThat(plan.newNodes()).hasSize(4);
    assertThat(LowerBounds.of(drawn, plan).areSame()).isFalse();
    assertThat(LowerBounds.of(ignoring, plan).areSame()).isTrue();
  }

  @Test
  void preferred_nodes_are_paid_for_at_equal_service() {
    var type =
        type(
            "t",
            resources(2, 4, 0),
            "amd64",
            List.of(offering("a", "spot", 0.03), offering("a", "on-demand", 0.1)));
    var steady = Requirements.of(CAPACITY, ValueSet.in("on-demand"));
    var wishing = PodSpec.builder().requests(resources(2, 4, 0));
    var problem =
        problem(
            List.of(pool("general", Requirements.none(), List.of(), List.of(type))),
            replicas(2, wishing.prefer(new Preference.OfNode(1, steady))));

    var bounds = bounds(problem);

    assertThat(bounds.atEqualService().value()).isEqualTo(0.2, within(ROUNDING));
    assertThat(bounds.absolute().value()).isEqualTo(0.06, within(ROUNDING));
    assertThat(bounds.atEqualService().granted())
        .singleElement()
        .satisfies(granted -> assertThat(granted.wishes()).containsExactly(steady));
  }

  @Test
  void heavier_pools_that_the_plan_fills_first_are_paid_for_at_equal_service() {
    var dear = withLimit(weighing(1, "dear", List.of(type("d", resources(2, 4, 0), 0.3))), 6);
    var cheap = weighing(0, "cheap", List.of(SMALL));
    var pods = replicas(4, PodSpec.builder().requests(resources(2, 4, 0)));

    var bounds = bounds(problem(List.of(dear, cheap), pods));

    assertThat(bounds.atEqualService().planned()).isEqualTo(1, within(ROUNDING));
    assertThat(bounds.atEqualService().value()).isEqualTo(1, within(ROUNDING));
    assertThat(bounds.absolute().value()).isEqualTo(0.4, within(ROUNDING));
    assertThat(bounds.atEqualService().granted())
        .singleElement()
        .satisfies(
            granted -> {
              assertThat(granted.nodePools()).containsExactly("dear");
              assertThat(granted.pods()).hasSize(3);
            });
    assertThat(bounds.absoluteSentence())
        .hasValue(
            "plans that may give up NodePool weights that this one keeps need at least $0.40/h");
  }

  @Test
  void pools_that_ask_pods_to_stay_away_are_left_out_at_equal_service() {
    var quiet = new Taint("quiet", "", Taint.Effect.PREFER_NO_SCHEDULE);
    var cheap = pool("cheap", Requirements.none(), List.of(quiet), List.of(SMALL));
    var type = type("d", resources(2, 4, 0), 0.3);
    var dear = pool("dear", Requirements.none(), List.of(), List.of(type));
    var pods = replicas(1, PodSpec.builder().requests(resources(2, 4, 0)));

    var bounds = bounds(problem(List.of(cheap, dear), pods));

    assertThat(bounds.atEqualService().value()).isEqualTo(0.3, within(ROUNDING));
    assertThat(bounds.absolute().value()).isEqualTo(0.1, within(ROUNDING));
    assertThat(bounds.kept()).containsExactly("PreferNoSchedule taints");
  }

  @Test
  void existing_nodes_may_be_of_any_pool_at_equal_service() {
    var dear = weighing(10, "dear", List.of(type("d", resources(2, 4, 0), 0.3)));
    var cheap = weighing(0, "cheap", List.of(SMALL));
    var node = SmallCluster.node("n", resources(2, 4, 0));
    var pods = replicas(2, PodSpec.builder().requests(resources(2, 4, 0)));

    var bounds = bounds(problem(List.of(dear, cheap), List.of(node), pods, List.of(), List.of()));

    assertThat(bounds.atEqualService().planned()).isEqualTo(0.3, within(ROUNDING));
    // The pod on the existing node has no NodePool to lose: it may change places with the other.
    assertThat(bounds.atEqualService().value()).isLessThanOrEqualTo(0.3 + ROUNDING);
    assertThat(bounds.absolute().value()).isEqualTo(0.1, within(ROUNDING));
  }

  @Test
  void one_pool_without_wishes_has_one_bound() {
    var bounds = bounds(onSmallNodes(replicas(4, web())));

    assertThat(bounds.areSame()).isTrue();
    assertThat(bounds.absoluteSentence()).isEmpty();
    assertThat(bounds.gapSentence()).isEqualTo(bounds.absolute().gap().sentence());
  }

  @Test
  void order_of_pools_does_not_change_a_bit() {
    Seeds.check(
        INSTANCES / 10,
        random -> {
          var problem = SmallCluster.drawWithWishes(random);
          var turned =
              problem(
                  problem.pools().reversed(),
                  problem.nodes().reversed(),
                  problem.pending().reversed(),
                  problem.bound().reversed(),
                  problem.daemons().reversed());
          var plan = Scheduler.solve(problem);

          assertThat(LowerBounds.of(turned, plan)).isEqualTo(LowerBounds.of(problem, plan));
        });
  }

  private static PodSpecBuilder web() {
    return PodSpec.builder().labels(Map.of("app", "web")).requests(resources(0.1, 0.1, 0));
  }

  private static List<Pod> replicas(int count, PodSpecBuilder builder) {
    var spec = builder.build();
    List<Pod> pods = new ArrayList<>();
    for (int i = 0; i < count; i++) pods.add(pod("p" + i, spec));
    return pods;
  }

  private static SchedulingProblem onSmallNodes(List<Pod> pods) {
    return problem(List.of(pool("general", Requirements.none(), List.of(), List.of(SMALL))), pods);
  }

  private static NodePool weighing(int weight, String name, List<InstanceType> types) {
    return new NodePool(
        name, weight, Requirements.none(), List.of(), List.of(), Optional.empty(), types);
  }

  private static NodePool withLimit(NodePool pool, int cpus) {
    return new NodePool(
        pool.name(),
        pool.weight(),
        pool.requirements(),
        pool.taints(),
        List.of(),
        Optional.of(Resources.of(Map.of(Resources.CPU, cpus * 1000L))),
        pool.types());
  }

  private static LowerBounds bounds(SchedulingProblem problem) {
    return LowerBounds.of(problem, Scheduler.solve(problem));
  }

  private static List<Pod> placed(Placement plan) {
    List<Pod> placed = new ArrayList<>();
    plan.newNodes().forEach(node -> placed.addAll(node.pods()));
    plan.existing().forEach(node -> placed.addAll(node.pods()));
    return placed;
  }
}
