package karpenter.core.disruption;

import static karpenter.core.disruption.Exhibits.candidate;
import static karpenter.core.disruption.Exhibits.offering;
import static karpenter.core.testkit.facts.PodFixture.pod;
import static karpenter.core.testkit.facts.PoolFixture.pool;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import karpenter.core.catalog.InstanceType;
import karpenter.core.facts.PodFacts;
import karpenter.core.facts.PoolFacts;
import karpenter.core.pod.Pod;
import karpenter.core.pod.PodSpec;
import karpenter.core.pod.Taint;
import karpenter.core.requirement.Requirements;
import karpenter.core.requirement.ValueSet;
import karpenter.core.resource.Resources;
import org.junit.jupiter.api.Test;

class RightSizedCostTest {
  private static final Taint GPU = new Taint("gpu", "", Taint.Effect.NO_SCHEDULE);
  private static final PoolFacts LIGHT = pool("light").weight(1).build();
  private static final PoolFacts HEAVY = pool("heavy").weight(50).build();
  private static final PoolFacts TAINTED = pool("tainted").weight(100).taint(GPU).build();

  private static final Market MARKET =
      new Market(
          Map.of(
              "light",
              PoolTypes.of(List.of(sized("l2", 2, 0.1), sized("l4", 4, 0.3), sized("l16", 16, 9))),
              "heavy",
              PoolTypes.of(List.of(sized("h2", 2, 1), sized("h4", 4, 2))),
              "tainted",
              PoolTypes.of(List.of(sized("t2", 2, 5)))));

  private static InstanceType sized(String name, int cpus, double price) {
    return new InstanceType(
        name,
        Requirements.of("node.kubernetes.io/instance-type", ValueSet.in(name)),
        List.of(offering("zone-a", "on-demand", price)),
        Resources.of(Map.of(Resources.CPU, cpus * 1000L, Resources.PODS, 110L)),
        Resources.none());
  }

  private static Resources cpu(int millicores) {
    return Resources.of(Map.of(Resources.CPU, (long) millicores));
  }

  private static Candidate node(String name, PoolFacts pool, PodFacts... pods) {
    return candidate(name, pool, "large", "on-demand", 10, List.of(pods));
  }

  /// The estimate knows all three pools.
  private static RightSizedCost cost(Candidate candidate) {
    return new RightSizedCost(
        MARKET, List.of(candidate, node("x", LIGHT), node("y", HEAVY), node("z", TAINTED)));
  }

  private static PodFacts small(String name) {
    return pod(name).requests(cpu(1000)).build();
  }

  private static Pod arriving(PodSpec spec) {
    return new Pod("uid", "p", Exhibits.NOW, spec);
  }

  @Test
  void heaviest_pool_that_accepts_the_pods_decides_though_another_is_cheaper() {
    var node = node("n", LIGHT, small("p"));

    assertThat(cost(node).of(node)).isEqualTo(1);
  }

  @Test
  void pool_with_a_taint_counts_for_pods_that_tolerate_it() {
    var node = node("n", LIGHT, pod("p").requests(cpu(1000)).toleratesEverything().build());

    assertThat(cost(node).of(node)).isEqualTo(5);
  }

  @Test
  void lighter_pool_is_taken_where_the_heavy_one_has_no_type_large_enough() {
    var node = node("n", HEAVY, pod("p").requests(cpu(10_000)).build());
    var tooLarge = node("m", HEAVY, pod("q").requests(cpu(20_000)).build());

    assertThat(cost(node).of(node)).isEqualTo(9);
    assertThat(cost(tooLarge).of(tooLarge)).isEqualTo(Double.POSITIVE_INFINITY);
  }

  @Test
  void more_pods_cost_the_step_to_the_next_size() {
    var node = node("n", HEAVY, small("p"));
    var fits = arriving(PodSpec.builder().requests(cpu(1000)).build());
    var doesNot = arriving(PodSpec.builder().requests(cpu(1500)).build());

    assertThat(cost(node).increase(node, List.of(fits))).isZero();
    assertThat(cost(node).increase(node, List.of(doesNot))).isEqualTo(1);
  }

  @Test
  void labels_of_types_may_be_asked_for_and_labels_no_pool_has_may_not() {
    var node = node("n", HEAVY, small("p"));
    var ofType =
        PodSpec.builder()
            .requests(cpu(1500))
            .nodeAlternatives(
                List.of(Requirements.of("node.kubernetes.io/instance-type", ValueSet.in("l4"))))
            .build();
    var ofTeam =
        PodSpec.builder()
            .requests(cpu(1500))
            .nodeAlternatives(List.of(Requirements.of("team", ValueSet.in("a"))))
            .build();

    assertThat(cost(node).increase(node, List.of(arriving(ofType)))).isEqualTo(1);
    assertThat(cost(node).increase(node, List.of(arriving(ofTeam)))).isInfinite();
  }

  @Test
  void pods_that_no_pool_would_buy_for_lose_nothing() {
    var node = node("n", HEAVY, pod("p").requests(cpu(20_000)).build());

    assertThat(cost(node).increase(node, List.of(arriving(PodSpec.builder().build())))).isZero();
  }
}
