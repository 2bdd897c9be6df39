package karpenter.core.disruption;

import static karpenter.core.disruption.Exhibits.NOW;
import static karpenter.core.disruption.Exhibits.readyClaim;
import static karpenter.core.disruption.Exhibits.readyNode;
import static karpenter.core.testkit.facts.ClaimFixture.claim;
import static karpenter.core.testkit.facts.NodeFixture.node;
import static karpenter.core.testkit.facts.PoolFixture.pool;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import karpenter.core.cluster.StateNode;
import karpenter.core.disruption.Budgets.Count;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.testkit.facts.PoolFixture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BudgetsTest {
  private static int allowed(PoolFixture pool, Reason reason, int total) {
    return Budgets.allowed(pool.build(), reason, total, NOW);
  }

  private static Count count(List<StateNode> states, String... going) {
    var tally = new Budgets.Tally();
    for (var state : states) {
      tally.add(Budgets.Part.of(state), () -> List.of(going).contains(state.noteName()));
    }
    return tally.count();
  }

  @ParameterizedTest
  @CsvSource({
    "10%,  5,  1",
    "10%, 10,  1",
    "10%, 11, 2",
    "0%, 100, 0",
    "100%, 7, 7",
    "3, 100, 3",
    "0, 10, 0"
  })
  void percentage_rounds_up_and_a_number_is_a_number(String nodes, int total, int expected) {
    assertThat(allowed(pool("general").budget(nodes), Reason.EMPTY, total)).isEqualTo(expected);
  }

  @Test
  void no_budget_allows_everything() {
    assertThat(allowed(pool("general"), Reason.EMPTY, 5)).isEqualTo(Integer.MAX_VALUE);
  }

  @Test
  void budget_counts_for_its_reasons_only() {
    var general = pool("general").budget("1", "Drifted").budget("5");

    assertThat(allowed(general, Reason.DRIFTED, 10)).isEqualTo(1);
    assertThat(allowed(general, Reason.EMPTY, 10)).isEqualTo(5);
  }

  @Test
  void most_restrictive_budget_wins() {
    assertThat(allowed(pool("general").budget("5").budget("20%"), Reason.EMPTY, 10)).isEqualTo(2);
  }

  @Test
  void empty_list_of_reasons_means_none() {
    assertThat(allowed(pool("general").budgetForNothing("0"), Reason.EMPTY, 10))
        .isEqualTo(Integer.MAX_VALUE);
  }

  @ParameterizedTest
  @CsvSource({
    "2026-01-05T08:59:59Z, false",
    "2026-01-05T09:00:00Z, true",
    "2026-01-05T16:59:59Z, true",
    "2026-01-05T17:00:00Z, false",
  })
  void schedule_opens_at_its_hit_and_closes_when_its_time_is_over(Instant at, boolean isOpen) {
    var general = pool("general").scheduled("0", "0 9 * * *", 480).build();

    assertThat(Budgets.allowed(general, Reason.EMPTY, 10, at))
        .isEqualTo(isOpen ? 0 : Integer.MAX_VALUE);
  }

  @Test
  void windows_that_overlap_are_one() {
    var general = pool("general").scheduled("0", "0 * * * *", 90).build();

    assertThat(Budgets.allowed(general, Reason.EMPTY, 10, NOW.plusSeconds(61 * 60))).isZero();
  }

  @Test
  void edges_of_windows_are_known_in_advance() {
    var general = pool("general").scheduled("0", "0 9 * * *", 480).build();

    assertThat(Budgets.nextEdge(general, Instant.parse("2026-01-05T08:00:00Z")))
        .contains(Instant.parse("2026-01-05T09:00:00Z"));
    assertThat(Budgets.nextEdge(general, Instant.parse("2026-01-05T09:00:00Z")))
        .contains(Instant.parse("2026-01-05T17:00:00Z"));
    assertThat(Budgets.nextEdge(pool("general").budget("1").build(), NOW)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"0 9 * *", "TZ=UTC 0 9 * * *", "0 0 30 2 *", "99 * * * *"})
  void schedule_that_cannot_be_read_allows_nothing_for_any_reason(String schedule) {
    var general = pool("general").budget("50%", "Empty").scheduled("5", schedule, 60);

    for (var reason : Reason.values()) {
      assertThat(allowed(general, reason, 10)).isZero();
    }
    assertThat(Budgets.problems(general.build()))
        .singleElement()
        .matches(problem -> problem.startsWith("spec.disruption.budgets[1]: "));
  }

  @Test
  void nodes_that_are_not_ready_use_up_the_budget() {
    var states =
        List.of(
            StateNode.of(readyNode("a").build(), readyClaim("a").build()),
            StateNode.of(readyNode("b").notReady(NOW).build(), readyClaim("b").build()));

    assertThat(count(states)).isEqualTo(new Count(2, 1));
  }

  @Test
  void nodes_that_go_for_whatever_reason_use_up_the_budget() {
    var states =
        List.of(
            StateNode.of(readyNode("a").build(), readyClaim("a").build()),
            StateNode.of(readyNode("b").build(), readyClaim("b").deletedAt(NOW).build()),
            StateNode.of(readyNode("c").build(), readyClaim("c").build()));

    assertThat(count(states, "c")).isEqualTo(new Count(3, 2));
  }

  @Test
  void replacement_on_its_way_does_not_raise_a_percentage() {
    var states =
        List.of(
            StateNode.of(readyNode("a").build(), readyClaim("a").build()),
            StateNode.of(node("b").build(), claim("b").ofNode("b").build()),
            StateNode.of(claim("c").build()));

    assertThat(count(states)).isEqualTo(new Count(1, 0));
  }

  @Test
  void machine_that_is_being_terminated_is_not_counted_any_more() {
    var going =
        readyClaim("a")
            .deletedAt(NOW)
            .and(c -> c.setTrue(ClaimFacts.INSTANCE_TERMINATING, NOW))
            .build();

    assertThat(count(List.of(StateNode.of(readyNode("a").build(), going)))).isEqualTo(Count.NONE);
  }

  @Test
  void what_is_under_way_is_taken_off() {
    assertThat(new Allowances.Share(3, 1).remaining()).isEqualTo(2);
    assertThat(new Allowances.Share(1, 4).remaining()).isZero();
    assertThat(new Allowances.Share(Integer.MAX_VALUE, 0).remaining()).isPositive();
  }
}
