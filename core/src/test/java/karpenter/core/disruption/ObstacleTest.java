package karpenter.core.disruption;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// Kinds are codes in metrics, dashboards and alerts: they do not change, and users find each in
/// the documentation.
class ObstacleTest {
  private static final Instant UNTIL = Instant.parse("2026-01-05T10:00:00.123456789Z");

  /// One of each.
  private static final List<Obstacle> ALL =
      List.of(
          new NodeObstacle.InCommand(),
          new NodeObstacle.Parked(UNTIL),
          new NodeObstacle.BackedOff(UNTIL),
          new NodeObstacle.Unmanaged(),
          new NodeObstacle.NoNode(),
          new NodeObstacle.NotInitialized(),
          new NodeObstacle.Leaving(),
          new NodeObstacle.Nominated(UNTIL),
          new NodeObstacle.NodeProtected(),
          new PodObstacle.PodProtected("shop/web-0"),
          new PodObstacle.SeveralPdbs("shop/web-0", List.of("shop/a", "shop/b")),
          new PodObstacle.PdbSpent("shop/web-0", "shop/a"),
          new PodObstacle.Undrainable("PodDisruptionBudget shop/a can never allow an eviction"),
          new KnowledgeObstacle.NoPool(),
          new KnowledgeObstacle.PoolUnknown("default"),
          new KnowledgeObstacle.TypesUnknown("default", ""),
          new KnowledgeObstacle.TypeUnknown("m5.large"),
          new KnowledgeObstacle.LabelMissing("topology.kubernetes.io/zone"),
          new KnowledgeObstacle.NotSimulated("n1 is going already"),
          new KnowledgeObstacle.SearchLimit(1_000),
          new PolicyObstacle.StaticPool("default"),
          new PolicyObstacle.NeverConsolidated("default"),
          new PolicyObstacle.OnlyWhenEmpty("default"),
          new PolicyObstacle.HoldsBuffer(1),
          new PolicyObstacle.NotQuiet(Duration.ofMinutes(15)),
          new PolicyObstacle.NotEmpty(),
          new PolicyObstacle.Empty(),
          new PolicyObstacle.NotDrifted(),
          new AllowanceObstacle.BudgetSpent("default", Reason.UNDERUTILIZED, 1, 1),
          new AllowanceObstacle.Controlled("pause", "Ada paused disruption of the cluster"),
          new MoveObstacle.PodsWithoutPlace(List.of("shop/web-0"), 1),
          new MoveObstacle.SeveralReplacements(OptionalDouble.of(0.25)),
          new MoveObstacle.NothingCheaper(0.5),
          new MoveObstacle.TooFewValues("default"),
          new MoveObstacle.SpotToSpotOff(),
          new MoveObstacle.TooFewSpotTypes(3, 15),
          new MoveObstacle.NotEarned(0.5, 5, 2, 0.22, Duration.ofMinutes(12), UNTIL),
          new MoveObstacle.ScoreTooLow("default", 0.25, 0.5),
          new MoveObstacle.NotWorthEvictions(0.1, 2, 0.25),
          new MoveObstacle.BoughtLately("n1", UNTIL, 0.1, 0.2),
          new MoveObstacle.DemandUnchanged("n1", 0.1, 0.15));

  @Test
  void every_record_is_listed_here() {
    Set<String> declared = new TreeSet<>();
    for (var theme : Obstacle.class.getPermittedSubclasses()) {
      for (var record : theme.getPermittedSubclasses()) declared.add(record.getName());
    }

    assertThat(ALL.stream().map(one -> one.getClass().getName()))
        .containsExactlyInAnyOrderElementsOf(declared);
  }

  @Test
  void kinds_stay_as_they_are() {
    assertThat(ALL.stream().map(Obstacle::kind).sorted())
        .containsExactly(
            "backed-off",
            "bought-lately",
            "budget",
            "capacity-buffer",
            "churn",
            "consolidation-disabled",
            "control-pause",
            "demand-unchanged",
            "empty",
            "in-command",
            "label-missing",
            "leaving",
            "min-values",
            "no-node",
            "no-pool",
            "node-do-not-disrupt",
            "nominated",
            "not-drifted",
            "not-empty",
            "not-initialized",
            "not-quiet",
            "not-simulated",
            "not-worth-evictions",
            "nothing-cheaper",
            "only-when-empty",
            "parked",
            "pdb",
            "pod-do-not-disrupt",
            "pods-without-place",
            "pool-unknown",
            "score-too-low",
            "search-limit",
            "several-pdbs",
            "several-replacements",
            "spot-to-spot-off",
            "static-pool",
            "too-few-spot-types",
            "type-unknown",
            "types-unknown",
            "undrainable",
            "unmanaged");
  }

  /// Column E of spec 02 §2.3, and the events of §2.7 and §2.8.
  @Test
  void what_is_told_as_an_event_stays_so() {
    assertThat(kinds(Obstacle.Telling.BLOCKED))
        .containsExactly(
            "control-pause",
            "leaving",
            "no-node",
            "no-pool",
            "node-do-not-disrupt",
            "nominated",
            "not-initialized",
            "not-simulated",
            "pdb",
            "pod-do-not-disrupt",
            "pool-unknown",
            "several-pdbs",
            "types-unknown",
            "undrainable");
    assertThat(kinds(Obstacle.Telling.UNCONSOLIDATABLE))
        .containsExactly(
            "capacity-buffer",
            "consolidation-disabled",
            "label-missing",
            "min-values",
            "nothing-cheaper",
            "only-when-empty",
            "pods-without-place",
            "several-replacements",
            "spot-to-spot-off",
            "too-few-spot-types",
            "type-unknown");
  }

  private static List<String> kinds(Obstacle.Telling telling) {
    return ALL.stream()
        .filter(one -> one.telling() == telling)
        .map(Obstacle::kind)
        .sorted()
        .toList();
  }

  @Test
  void every_kind_is_documented() throws IOException {
    var page = Files.readString(Path.of("..", "docs", "disruption.md"));

    for (var obstacle : ALL) {
      var kind = obstacle instanceof AllowanceObstacle.Controlled ? "control-…" : obstacle.kind();
      assertThat(page).contains("`" + kind + "`");
    }
  }

  @Test
  void sentences_read_as_sentences() {
    for (var obstacle : ALL) {
      assertThat(obstacle.sentence())
          .as(obstacle.kind())
          .matches("[A-Z].*[^.]")
          .doesNotContain("PT", "null", "Optional", "NaN", ".123", " 1 pods", "%");
    }
  }

  @Test
  void one_pod_is_named_and_many_are_counted() {
    assertThat(MoveObstacle.PodsWithoutPlace.of(List.of("a/b")).sentence())
        .isEqualTo("Pod a/b would find no place");
    assertThat(
            MoveObstacle.PodsWithoutPlace.of(List.of("a/1", "a/2", "a/3", "a/4", "a/5", "a/6"))
                .sentence())
        .isEqualTo("6 pods would find no place: a/1, a/2, a/3, a/4, a/5, …");
  }

  @Test
  void a_pool_that_asks_for_no_quiet_is_not_said_to_ask_for_it() {
    assertThat(new PolicyObstacle.NotQuiet(Duration.ZERO).sentence())
        .isEqualTo("The NodeClaim does not have the condition Consolidatable yet");
    assertThat(new PolicyObstacle.NotQuiet(Duration.ofMinutes(15)).sentence())
        .isEqualTo("Pods came or went within the last 15 minutes (consolidateAfter)");
  }

  @Test
  void a_price_that_is_not_known_is_not_called_zero() {
    assertThat(new MoveObstacle.NothingCheaper(0).sentence()).doesNotContain("$");
  }

  @Test
  void a_budget_of_nothing_is_told_as_such() {
    assertThat(new AllowanceObstacle.BudgetSpent("p", Reason.DRIFTED, 0, 3).sentence())
        .isEqualTo("The budgets of NodePool p allow no disruption now for the reason Drifted");
    assertThat(new AllowanceObstacle.BudgetSpent("p", Reason.DRIFTED, 1, 1).sentence())
        .isEqualTo(
            "The budgets of NodePool p allow 1 disruption at a time for the reason Drifted, and 1"
                + " is under way");
  }
}
