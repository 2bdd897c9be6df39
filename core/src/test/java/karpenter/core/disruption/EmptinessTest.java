package karpenter.core.disruption;

import static karpenter.core.disruption.Exhibits.AT_REST;
import static karpenter.core.disruption.Exhibits.GENERAL;
import static karpenter.core.disruption.Exhibits.NOW;
import static karpenter.core.disruption.Exhibits.around;
import static karpenter.core.disruption.Exhibits.candidate;
import static karpenter.core.disruption.Exhibits.ready;
import static karpenter.core.disruption.Exhibits.readyClaim;
import static karpenter.core.disruption.Exhibits.readyNode;
import static karpenter.core.disruption.Exhibits.type;
import static karpenter.core.testkit.facts.PodFixture.pod;
import static karpenter.core.testkit.facts.PoolFixture.pool;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import karpenter.core.cluster.StateNode;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.PodFacts;
import karpenter.core.facts.PoolFacts;
import org.junit.jupiter.api.Test;

class EmptinessTest {
  private static List<String> kinds(PoolFacts pool, StateNode state, PodFacts... pods) {
    var assessed = Candidates.assess(state, List.of(pods), around(pool, type("large", 1.0)));
    return Candidates.obstacles(assessed, Method.EMPTINESS, AT_REST).stream()
        .map(Obstacle::kind)
        .toList();
  }

  @Test
  void node_with_daemons_only_is_empty() {
    var daemon = pod("d").on("a").ofDaemonSet().build();

    assertThat(kinds(GENERAL, ready("a"), daemon)).isEmpty();
  }

  @Test
  void node_whose_deployments_pods_all_end_is_empty() {
    assertThat(kinds(GENERAL, ready("a"), pod("p").on("a").deletedAt(NOW).build())).isEmpty();
  }

  @Test
  void pod_of_a_stateful_set_that_ends_comes_back_and_keeps_the_node() {
    var ending = pod("p").on("a").ofStatefulSet().deletedAt(NOW).build();

    assertThat(kinds(GENERAL, ready("a"), ending)).containsExactly("not-empty");
  }

  @Test
  void pods_that_are_worth_nothing_are_not_missed() {
    var worthless = pod("p").on("a").deletionCost(Integer.MIN_VALUE).build();

    assertThat(kinds(GENERAL, ready("a"), worthless)).isEmpty();
  }

  @Test
  void node_that_buffers_count_on_stays() {
    var standing =
        new Standing(
            Collections.emptySortedSet(),
            Collections.emptySortedMap(),
            Collections.emptySortedSet(),
            Collections.emptySortedMap(),
            new TreeMap<>(Map.of("a", 2)),
            NOW);
    var assessed = Candidates.assess(ready("a"), List.of(), around(GENERAL, type("large", 1.0)));

    assertThat(Candidates.obstacles(assessed, Method.EMPTINESS, standing))
        .containsExactly(new PolicyObstacle.HoldsBuffer(2));
  }

  @Test
  void empty_nodes_go_under_every_policy_but_not_where_consolidation_is_off() {
    for (var policy : List.of("WhenEmpty", "WhenEmptyOrUnderutilized", "Balanced")) {
      assertThat(kinds(pool("general").policy(policy).build(), ready("a"))).isEmpty();
    }
    assertThat(kinds(pool("general").neverConsolidated().build(), ready("a")))
        .containsExactly("consolidation-disabled");
    assertThat(kinds(pool("general").replicas(1).build(), ready("a")))
        .containsExactly("static-pool");
  }

  @Test
  void node_that_pods_left_just_now_stays() {
    var restless =
        StateNode.of(
            readyNode("a").build(),
            readyClaim("a").and(c -> c.clear(ClaimFacts.CONSOLIDATABLE)).build());
    var patient = pool("general").consolidateAfter(Duration.ofMinutes(5)).build();

    assertThat(kinds(patient, restless)).containsExactly("not-quiet");
  }

  @Test
  void budget_is_spent_on_the_dearest_first_and_equals_go_by_name() {
    var choice =
        Emptiness.choose(
            List.of(candidate("b", 1, 0), candidate("a", 1, 0), candidate("dear", 3, 0)),
            Exhibits.allowing(2));

    assertThat(choice.chosen()).extracting(Candidate::name).containsExactly("dear", "a");
    assertThat(choice.beyondBudget()).extracting(Candidate::name).containsExactly("b");
  }
}
