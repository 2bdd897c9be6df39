package karpenter.core.termination;

import static karpenter.core.testkit.facts.PodFixture.pod;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import karpenter.core.facts.PdbFacts;
import karpenter.core.facts.PodFacts;
import karpenter.core.pod.LabelSelector;
import karpenter.core.testkit.facts.MetaFixture;
import org.junit.jupiter.api.Test;

class DrainStoryTest {
  private static final Instant NOW = Instant.parse("2026-01-05T10:00:00Z");
  private static final PodBudgets SPENT = PodBudgets.of(List.of(budget("web")));

  @Test
  void a_pod_behind_a_spent_budget_is_named_with_the_budget() {
    var waits = waits(SPENT, web("a"));

    assertThat(waits).containsExactly(new DrainWait.Budget("default/a", "default/web"));
    assertThat(story(waits, "", NOW).message(NOW.plusSeconds(30)))
        .isEqualTo(
            "Waiting for pod default/a, because PodDisruptionBudget default/web allows no"
                + " eviction, since 2026-01-05T10:00:00Z");
  }

  @Test
  void a_pod_that_two_budgets_cover_can_never_be_evicted() {
    var budgets = PodBudgets.of(List.of(budget("one"), budget("two")));

    assertThat(waits(budgets, web("a")))
        .containsExactly(
            new DrainWait.SeveralBudgets("default/a", List.of("default/one", "default/two")));
  }

  @Test
  void a_protected_pod_is_named_with_the_end_of_its_protection() {
    var pod = pod("p").startedAt(NOW).doNotDisrupt("1h").build();

    assertThat(waits(PodBudgets.NONE, pod))
        .containsExactly(new DrainWait.Protected("default/p", Optional.of(NOW.plusSeconds(3600))));
  }

  @Test
  void a_pod_is_waited_for_when_its_grace_is_over_and_not_before() {
    var stopping = pod("p").deletedAt(NOW.plusSeconds(5)).build();
    var lingering = pod("p").deletedAt(NOW.minusSeconds(5)).build();

    assertThat(waits(PodBudgets.NONE, stopping)).isEmpty();
    assertThat(waits(PodBudgets.NONE, lingering))
        .containsExactly(new DrainWait.Lingering("default/p", NOW.minusSeconds(5)));
  }

  @Test
  void pods_that_go_by_themselves_are_not_worth_a_word() {
    var waits = waits(PodBudgets.NONE, pod("p").build());

    assertThat(story(waits, "", NOW).message(NOW.plusSeconds(60))).isEqualTo("Draining");
  }

  @Test
  void pods_whose_turn_has_not_come_hold_nothing_up() {
    var critical =
        pod("critical").priorityClass("system-node-critical").doNotDisrupt("true").build();

    assertThat(waits(PodBudgets.NONE, pod("p").build(), critical)).isEmpty();
  }

  @Test
  void the_story_remembers_since_when() {
    var first = story(waits(SPENT, web("a")), "Draining", NOW);

    var later = story(waits(SPENT, web("a")), first.sentence(), NOW.plusSeconds(90));

    assertThat(later).isEqualTo(first);
  }

  @Test
  void what_was_told_before_is_told_while_it_lasts() {
    var first = story(waits(SPENT, web("b")), "", NOW);

    var both = story(waits(SPENT, web("a"), web("b")), first.sentence(), NOW.plusSeconds(9));
    var other = story(waits(SPENT, web("a")), both.sentence(), NOW.plusSeconds(20));

    assertThat(both).isEqualTo(first);
    assertThat(other.held()).contains(new DrainWait.Budget("default/a", "default/web"));
    assertThat(other.since()).isEqualTo(NOW.plusSeconds(20));
  }

  @Test
  void a_time_that_somebody_spoilt_begins_anew() {
    var wait = waits(SPENT, web("a"));
    var spoilt = story(wait, "", NOW).sentence().replace("2026", "MMXXVI");

    assertThat(story(wait, spoilt, NOW.plusSeconds(9)).since()).isEqualTo(NOW.plusSeconds(9));
  }

  @Test
  void what_passes_within_half_a_minute_is_not_said() {
    var first = story(waits(SPENT, web("b")), "Draining", NOW);
    var seen =
        DrainStory.of(
            waits(SPENT, web("a"), web("b")), "Draining", Optional.of(first), NOW.plusSeconds(29));

    assertThat(seen).as("what was seen first stays").isEqualTo(first);
    assertThat(seen.message(NOW.plusSeconds(29))).isEqualTo("Draining");
    assertThat(seen.message(NOW.plusSeconds(30))).startsWith("Waiting for pod default/b");
  }

  private static DrainStory story(List<DrainWait> waits, String told, Instant now) {
    return DrainStory.of(waits, told, Optional.empty(), now);
  }

  private static List<DrainWait> waits(PodBudgets budgets, PodFacts... pods) {
    return DrainWait.of(DrainPlan.of(List.of(pods), Optional.empty(), NOW), budgets, NOW);
  }

  private static PodFacts web(String name) {
    return pod(name).labels(Map.of("app", "web")).build();
  }

  private static PdbFacts budget(String name) {
    return new PdbFacts(
        MetaFixture.meta("default", name),
        LabelSelector.ofLabels(Map.of("app", "web")),
        0,
        Optional.empty(),
        Optional.empty(),
        false);
  }
}
