package karpenter.core.disruption.drain;

import static karpenter.core.testkit.facts.PodFixture.pod;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import karpenter.core.disruption.PodObstacle;
import karpenter.core.facts.PdbFacts;
import karpenter.core.facts.PodFacts;
import karpenter.core.pod.LabelSelector;
import karpenter.core.termination.PodBudgets;
import karpenter.core.testkit.facts.MetaFixture;
import karpenter.core.testkit.facts.PodFixture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DrainabilityTest {
  static final Instant NOW = Instant.parse("2026-01-05T10:00:00Z");

  private static PodFixture web(String name) {
    return pod(name).labels(Map.of("app", "web"));
  }

  private static PdbFacts pdb(
      int allowed, String minAvailable, int expected, int desired, int healthy) {
    return new PdbFacts(
        MetaFixture.meta("default", "web"),
        LabelSelector.ofLabels(Map.of("app", "web")),
        allowed,
        Optional.of(minAvailable),
        Optional.empty(),
        false,
        Optional.of(new PdbFacts.Counts(expected, desired, healthy)));
  }

  private static Drainability of(List<PodFacts> pods, InFlight inFlight, PdbFacts... pdbs) {
    return Drainability.of(pods, PodBudgets.of(List.of(pdbs)), inFlight, NOW);
  }

  private static List<List<String>> rounds(Drainability answer) {
    return ((Drainability.Drainable) answer).rounds();
  }

  private static DrainBlock block(Drainability answer) {
    return ((Drainability.Blocked) answer).blocks().getFirst();
  }

  @Test
  void pods_without_a_budget_go_together() {
    var answer = of(List.of(pod("b").build(), pod("a").build()), InFlight.NONE);

    assertThat(rounds(answer)).containsExactly(List.of("default/a", "default/b"));
  }

  @Test
  void budget_that_recovers_lets_its_pods_go_one_after_another() {
    var pods = List.of(web("a").build(), web("b").build(), web("c").build(), pod("x").build());

    var answer = of(pods, InFlight.NONE, pdb(1, "4", 5, 4, 5));

    assertThat(rounds(answer))
        .containsExactly(
            List.of("default/x", "default/a"), List.of("default/b"), List.of("default/c"));
  }

  @Test
  void daemons_and_critical_pods_go_last() {
    var pods =
        List.of(
            pod("critical").priorityClass("system-cluster-critical").build(),
            pod("daemon").ofDaemonSet().build(),
            pod("z").build());

    assertThat(rounds(of(pods, InFlight.NONE)))
        .containsExactly(
            List.of("default/z"), List.of("default/daemon"), List.of("default/critical"));
  }

  @ParameterizedTest
  @CsvSource({"100%, 3, 3", "1, 1, 1", "90%, 5, 5", "7, 3, 7"})
  void budget_whose_numbers_leave_no_room_is_named(String minAvailable, int expected, int desired) {
    var answer =
        of(
            List.of(web("a").build()),
            InFlight.NONE,
            pdb(0, minAvailable, expected, desired, expected));

    assertThat(block(answer)).isInstanceOf(DrainBlock.Impossible.class);
    assertThat(block(answer).sentence())
        .contains("default/web", "default/a", "minAvailable " + minAvailable);
    assertThat(((Drainability.Blocked) answer).passes()).isFalse();
    assertThat(block(answer).obstacle()).isInstanceOf(PodObstacle.Undrainable.class);
  }

  @Test
  void max_unavailable_of_zero_is_impossible_before_anybody_counted() {
    var pdb =
        new PdbFacts(
            MetaFixture.meta("default", "web"),
            LabelSelector.ofLabels(Map.of("app", "web")),
            0,
            Optional.empty(),
            Optional.of("0%"),
            false);

    assertThat(block(of(List.of(web("a").build()), InFlight.NONE, pdb)))
        .isInstanceOf(DrainBlock.Impossible.class);
  }

  @Test
  void pods_of_other_nodes_that_leave_come_first() {
    var pdb = pdb(2, "3", 5, 3, 5);
    var leaving = List.of(web("x").build(), web("y").build(), web("gone").deletedAt(NOW).build());
    var inFlight = InFlight.of(leaving, PodBudgets.of(List.of(pdb)), NOW);

    var answer = of(List.of(web("a").build()), inFlight, pdb);

    assertThat(block(answer)).isEqualTo(new DrainBlock.InUse("default/a", "default/web", 2, 2));
    assertThat(((Drainability.Blocked) answer).passes()).isTrue();
  }

  @Test
  void pods_that_nobody_makes_anew_spend_the_budget_for_good() {
    var pods = List.of(web("a").ownerless().build(), web("b").ownerless().build());

    assertThat(block(of(pods, InFlight.NONE, pdb(1, "4", 5, 4, 5))))
        .isInstanceOf(DrainBlock.DoesNotReturn.class);
    assertThat(of(pods, InFlight.NONE, pdb(2, "3", 5, 3, 5)))
        .isInstanceOf(Drainability.Drainable.class);
  }

  @Test
  void unready_pod_needs_no_room_where_enough_others_are_well() {
    var unready = List.of(web("a").unready().build());

    assertThat(of(unready, InFlight.NONE, pdb(0, "4", 5, 4, 4)))
        .isInstanceOf(Drainability.Drainable.class);
    assertThat(of(unready, InFlight.NONE, pdb(0, "4", 5, 4, 3)))
        .isInstanceOf(Drainability.Blocked.class);
  }

  @Test
  void pod_behind_two_budgets_is_never_evicted() {
    var answer =
        of(List.of(web("a").build()), InFlight.NONE, pdb(1, "1", 2, 1, 2), pdb(1, "1", 2, 1, 2));

    assertThat(block(answer).obstacle()).isInstanceOf(PodObstacle.SeveralPdbs.class);
  }

  @Test
  void pods_that_are_not_evicted_do_not_ask_a_budget() {
    var pods = List.of(web("a").toleratesDisrupted().build(), web("b").mirror().build());

    assertThat(rounds(of(pods, InFlight.NONE, pdb(0, "100%", 2, 2, 2)))).isEmpty();
  }
}
