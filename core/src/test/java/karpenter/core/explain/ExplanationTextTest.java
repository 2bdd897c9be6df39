package karpenter.core.explain;

import static karpenter.core.explain.RefusalTest.spread;
import static karpenter.core.explain.RefusalTest.web;
import static karpenter.core.testkit.Scenario.cpu;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import karpenter.core.pod.Taint.Effect;
import karpenter.core.requirement.Requirements;
import karpenter.core.requirement.ValueSet;
import karpenter.core.resource.Resources;
import karpenter.core.scheduling.Scheduler;
import karpenter.core.testkit.PoolScenario;
import karpenter.core.testkit.Scenario;
import karpenter.core.testkit.cases.Keys;
import org.junit.jupiter.api.Test;

/// Whole explanations, as users read them. Change the wording on purpose.
class ExplanationTextTest {

  @Test
  void pod_too_large_for_everything() {
    var refused =
        Refused.in(
            new Scenario()
                .pool("general", ExplanationTextTest::threeSizes)
                .pool("ml", pool -> pool.type("gpu", 64, 9).taint("gpu", Effect.NO_SCHEDULE))
                .node("n1", node -> node.requested(cpu(3), Resources.none()))
                .node("n2", node -> node.requested(cpu(2), Resources.none()))
                .node("n3", node -> node.taint("broken", Effect.NO_EXECUTE))
                .pod("web", pod -> pod.requests(cpu(10))));

    assertThat(refused.text())
        .isEqualTo(
            """
            Pod default/web has no place
            ├─ NodePool ml: taint gpu:NoSchedule is not tolerated
            ├─ NodePool general: 0 of 3 instance types fit: 3 have less than 10 of cpu
            ├─ 2 existing nodes: 10 of cpu is asked, 2 is free
            ├─ 1 existing node
            │  ├─ taint broken:NoExecute is not tolerated
            │  └─ 10 of cpu is asked, 4 is free
            ├─ Nearest miss: a new large of NodePool general: 10 of cpu is asked, large has 8 left for it
            └─ Smallest change that would help: lower the cpu request from 10 to 8\
            """);
  }

  @Test
  void pod_with_alternatives_is_answered_for_each() {
    var goldOrSpot =
        List.of(
            Requirements.of("tier", ValueSet.in("gold")),
            Requirements.of(Keys.CAPACITY_TYPE, ValueSet.in("spot")));
    var refused =
        Refused.in(
            new Scenario()
                .pool("general", ExplanationTextTest::threeSizes)
                .pod("web", pod -> pod.nodeAlternatives(goldOrSpot)));

    assertThat(refused.text())
        .isEqualTo(
            """
            Pod default/web has no place
            ├─ NodePool general
            │  ├─ By node affinity term 1: no label tier, but In [gold] is required
            │  └─ By node affinity term 2: 0 of 3 instance types fit: 3 are not karpenter.sh/capacity-type In [spot]
            ├─ Nearest miss: a new node of NodePool general: no label tier, but In [gold] is required
            └─ Smallest change that would help: drop what node selector and affinity demand of karpenter.sh/capacity-type\
            """);
  }

  @Test
  void planned_nodes_are_told_together() {
    var scenario =
        new Scenario().pool("general", pool -> threeSizes(pool.limit(Resources.NODES, 2)));
    for (int i = 0; i < 3; i++) {
      scenario.pod("w" + i, pod -> web(pod).spread(spread(Keys.HOSTNAME, 1)));
    }

    assertThat(Refused.in(scenario).text())
        .isEqualTo(
            """
            Pod default/w2 has no place
            ├─ NodePool general: NodePool general is limited to 2 of nodes and uses 2
            ├─ 2 planned nodes: one more pod with app=web would exceed maxSkew 1 over kubernetes.io/hostname: the planned node has 1, the emptiest has 0
            ├─ Nearest miss: planned node 1 of NodePool general: one more pod with app=web would exceed maxSkew 1 over kubernetes.io/hostname: the planned node has 1, the emptiest has 0
            └─ Smallest change that would help: raise maxSkew over kubernetes.io/hostname from 1 to 2\
            """);
  }

  @Test
  void without_pools_and_nodes_there_is_nothing_to_be_near() {
    assertThat(Refused.in(new Scenario().pod("web")).text())
        .isEqualTo(
            """
            Pod default/web has no place
            ├─ There is no NodePool
            └─ No single change would help (1 tried)\
            """);
  }

  @Test
  void reasons_alone_leave_the_search_out() {
    var refused = Refused.in(new Scenario().pod("web"));
    var explanations = Explanations.of(refused.problem(), refused.placement());

    assertThat(explanations.explainRefusals(refused.pod()).tree().render())
        .isEqualTo(
            """
            Pod default/web has no place
            └─ There is no NodePool\
            """);
  }

  @Test
  void new_node_says_what_narrowed_its_types_and_what_it_costs() {
    var zoneA = Requirements.of(Keys.ZONE, ValueSet.in("zone-a"));
    var problem =
        new Scenario()
            .pool(
                "general",
                pool ->
                    threeSizes(pool)
                        .type("far", 16, type -> type.offer("zone-b", "on-demand", 1))
                        .type("huge", 16, type -> type.offer("zone-a", "spot", 1.5)))
            .pod("web", pod -> pod.requests(cpu(3)).nodeAlternatives(List.of(zoneA)))
            .problem();

    var explanation = Explanations.of(problem, Scheduler.solve(problem)).explainNode(0);

    assertThat(explanation.tree().render())
        .isEqualTo(
            """
            A new node of NodePool general for 1 pod
            ├─ 3 of 5 instance types fit: 1 is not topology.kubernetes.io/zone In [zone-a], 1 has less than 3 of cpu
            ├─ the cheapest is medium at $0.5000/h, on-demand, zone-a
            ├─ the next is large at $1.0000/h
            ├─ still open: zone zone-a; capacity types on-demand, spot
            └─ its pods and daemons ask for cpu 3, pods 1\
            """);
  }

  @Test
  void types_given_up_for_a_limit_are_counted() {
    var problem =
        new Scenario()
            .pool("general", pool -> threeSizes(pool).limit(Resources.CPU, 5_000))
            .pod("web")
            .problem();

    var explanation = Explanations.of(problem, Scheduler.solve(problem)).explainNode(0);

    assertThat(Sentences.of(explanation.survey()))
        .isEqualTo("2 of 3 instance types fit: 1 is left out to keep within the NodePool's limits");
  }

  @Test
  void odd_amounts_of_bytes_are_rounded_for_the_reader() {
    assertThat(Amounts.of(Resources.MEMORY, (3L << 30) + 1)).isEqualTo("3.00Gi");
    assertThat(Amounts.of(Resources.MEMORY, (3L << 20) + 1)).isEqualTo("3.00Mi");
    assertThat(Amounts.of(Resources.MEMORY, 3L << 20)).isEqualTo("3Mi");
    assertThat(Amounts.roundedDown(Resources.MEMORY, (3L << 20) + 1)).isEqualTo(3L << 20);
    assertThat(Amounts.roundedUp(Resources.MEMORY, (3L << 20) + 1)).isEqualTo(4L << 20);
  }

  @Test
  void pod_with_a_place_has_nothing_to_explain() {
    var problem =
        new Scenario().pool("general", ExplanationTextTest::threeSizes).pod("web").problem();
    var explanations = Explanations.of(problem, Scheduler.solve(problem));

    assertThatIllegalArgumentException()
        .isThrownBy(() -> explanations.explain(problem.pending().getFirst()))
        .withMessage("pod default/web has a place");
  }

  @Test
  void placement_of_another_problem_is_noticed() {
    var one = new Scenario().pool("general", ExplanationTextTest::threeSizes).pod("web").problem();
    var placement = Scheduler.solve(one);
    var other =
        Edits.withPools(
            one,
            List.of(
                Edits.pool(
                    one.pools().getFirst(),
                    one.pools().getFirst().requirements(),
                    List.of(),
                    Optional.of(Resources.of(Map.of(Resources.NODES, 0L))))));

    assertThatIllegalStateException().isThrownBy(() -> Explanations.of(other, placement));
  }

  private static PoolScenario threeSizes(PoolScenario pool) {
    return pool.type("small", 2, 0.25).type("medium", 4, 0.5).type("large", 8, 1);
  }
}
