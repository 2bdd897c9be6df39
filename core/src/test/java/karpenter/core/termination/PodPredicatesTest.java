package karpenter.core.termination;

import static karpenter.core.testkit.facts.PodFixture.pod;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import karpenter.core.facts.PdbFacts;
import karpenter.core.facts.PodFacts;
import karpenter.core.pod.LabelSelector;
import karpenter.core.pod.Taint;
import karpenter.core.pod.Toleration;
import karpenter.core.testkit.facts.MetaFixture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PodPredicatesTest {
  static final Instant NOW = Instant.parse("2026-01-05T10:00:00Z");

  @Test
  void pod_is_stuck_only_after_a_minute_past_its_deletion_time() {
    var pod = pod("p").deletedAt(NOW).build();

    assertThat(PodPredicates.isStuckTerminating(pod, NOW.plusSeconds(60))).isFalse();
    assertThat(PodPredicates.isStuckTerminating(pod, NOW.plusSeconds(61))).isTrue();
    assertThat(PodPredicates.isStuckTerminating(pod("q").build(), NOW)).isFalse();
  }

  @Test
  void terminating_pod_needs_no_new_place_unless_a_stateful_set_owns_it() {
    assertThat(PodPredicates.isReschedulable(pod("p").build())).isTrue();
    assertThat(PodPredicates.isReschedulable(pod("p").ownerless().build())).isTrue();
    assertThat(PodPredicates.isReschedulable(pod("p").deletedAt(NOW).build())).isFalse();
    assertThat(PodPredicates.isReschedulable(pod("p").ofStatefulSet().deletedAt(NOW).build()))
        .isTrue();
  }

  @Test
  void daemon_mirror_and_finished_pods_need_no_new_place() {
    assertThat(PodPredicates.isReschedulable(pod("p").ofDaemonSet().build())).isFalse();
    assertThat(PodPredicates.isReschedulable(pod("p").mirror().build())).isFalse();
    assertThat(PodPredicates.isReschedulable(pod("p").phase(PodFacts.Phase.FAILED).build()))
        .isFalse();
  }

  @Test
  void blanket_toleration_covers_the_disrupted_taint() {
    assertThat(PodPredicates.toleratesDisrupted(pod("p").toleratesEverything().build())).isTrue();
    assertThat(PodPredicates.toleratesDisrupted(pod("p").toleratesDisrupted().build())).isTrue();
    assertThat(PodPredicates.toleratesDisrupted(pod("p").build())).isFalse();
  }

  @Test
  void toleration_of_another_effect_does_not_count() {
    var noExecute =
        new Toleration(
            "karpenter.sh/disrupted",
            Toleration.Operator.EXISTS,
            "",
            Optional.of(Taint.Effect.NO_EXECUTE));

    assertThat(PodPredicates.toleratesDisrupted(pod("p").tolerates(noExecute).build())).isFalse();
  }

  @Test
  void protected_pod_is_not_evictable_but_holds_up_the_drain() {
    var pod = pod("p").doNotDisrupt("true").build();

    assertThat(PodPredicates.isEvictable(pod, NOW)).isFalse();
    assertThat(PodPredicates.isWaitingEviction(pod, NOW)).isTrue();
  }

  @Test
  void tolerating_mirror_stuck_and_finished_pods_do_not_hold_up_the_drain() {
    assertThat(PodPredicates.isWaitingEviction(pod("p").build(), NOW)).isTrue();
    assertThat(PodPredicates.isWaitingEviction(pod("p").deletedAt(NOW).build(), NOW)).isTrue();
    assertThat(PodPredicates.isWaitingEviction(pod("p").toleratesEverything().build(), NOW))
        .isFalse();
    assertThat(PodPredicates.isWaitingEviction(pod("p").mirror().build(), NOW)).isFalse();
    assertThat(
            PodPredicates.isWaitingEviction(pod("p").deletedAt(NOW.minusSeconds(61)).build(), NOW))
        .isFalse();
    assertThat(
            PodPredicates.isWaitingEviction(pod("p").phase(PodFacts.Phase.SUCCEEDED).build(), NOW))
        .isFalse();
  }

  @Test
  void true_protects_for_ever() {
    assertThat(Protection.of(pod("p").doNotDisrupt("true").build(), NOW))
        .isEqualTo(new Protection.ForEver());
  }

  @Test
  void duration_protects_from_the_start_of_the_pod() {
    var pod = pod("p").startedAt(NOW).doNotDisrupt("1m30s").build();

    assertThat(Protection.of(pod, NOW.plusSeconds(89)))
        .isEqualTo(new Protection.Until(NOW.plusSeconds(90)));
    assertThat(Protection.of(pod, NOW.plusSeconds(90)))
        .isEqualTo(new Protection.Elapsed(NOW.plusSeconds(90)));
  }

  @Test
  void duration_protects_a_pod_that_has_not_started() {
    var pod = pod("p").notStarted().doNotDisrupt("5m").build();

    assertThat(Protection.of(pod, NOW))
        .isEqualTo(new Protection.UntilStartedFor(Duration.ofMinutes(5)));
    assertThat(PodPredicates.isProtected(pod, NOW)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "0s", "-1m", "abc", "", "TRUE", "5"})
  void any_other_value_protects_nothing_and_is_unclear(String text) {
    assertThat(Protection.of(pod("p").doNotDisrupt(text).build(), NOW))
        .isEqualTo(new Protection.Unclear(text));
  }

  @Test
  void false_is_a_silent_no() {
    assertThat(Protection.of(pod("p").doNotDisrupt("false").build(), NOW))
        .isEqualTo(new Protection.None());
  }

  @Test
  void budget_without_room_blocks_the_pods_it_covers() {
    var budgets = PodBudgets.of(List.of(pdb("a", "web", 0)));

    assertThat(budgets.blocking(web().build(), NOW))
        .contains(new PodBudgets.Block.Spent("default/a"));
    assertThat(budgets.blocking(pod("other").build(), NOW)).isEmpty();
    assertThat(PodBudgets.of(List.of(pdb("a", "web", 1))).blocking(web().build(), NOW)).isEmpty();
  }

  @Test
  void second_budget_blocks_whatever_room_they_leave() {
    var budgets = PodBudgets.of(List.of(pdb("a", "web", 5), pdb("b", "web", 5)));

    assertThat(budgets.blocking(web().build(), NOW))
        .contains(new PodBudgets.Block.SeveralBudgets(List.of("default/a", "default/b")));
  }

  @Test
  void unready_pod_passes_a_budget_that_always_allows_it() {
    var lenient = new PdbFacts(meta("a"), select("web"), 0, none(), Optional.of("0"), true);
    var budgets = PodBudgets.of(List.of(lenient));

    assertThat(budgets.blocking(web().unready().build(), NOW)).isEmpty();
    assertThat(budgets.fullyBlocking(web().unready().build(), NOW)).isEmpty();
    assertThat(budgets.blocking(web().build(), NOW)).isPresent();
  }

  @Test
  void pod_that_would_not_be_evicted_is_not_blocked() {
    var budgets = PodBudgets.of(List.of(pdb("a", "web", 0)));

    assertThat(budgets.blocking(web().doNotDisrupt("true").build(), NOW)).isEmpty();
    assertThat(budgets.blocking(web().mirror().build(), NOW)).isEmpty();
  }

  @Test
  void daemon_pod_behind_a_spent_budget_is_blocked() {
    var budgets = PodBudgets.of(List.of(pdb("a", "web", 0)));

    assertThat(budgets.blocking(web().ofDaemonSet().build(), NOW)).isPresent();
  }

  @Test
  void only_a_written_zero_or_a_hundred_percent_blocks_fully() {
    assertThat(fullyBlocks(none(), Optional.of("0"))).isTrue();
    assertThat(fullyBlocks(none(), Optional.of("0%"))).isTrue();
    assertThat(fullyBlocks(Optional.of("100%"), none())).isTrue();
    assertThat(fullyBlocks(Optional.of("99%"), none())).isFalse();
    assertThat(fullyBlocks(Optional.of("1000"), none())).isFalse();
    assertThat(fullyBlocks(none(), Optional.of("1%"))).isFalse();
  }

  @Test
  void currently_reschedulable_leaves_out_what_will_not_move() {
    var never = PodBudgets.of(List.of(blocking(none(), Optional.of("0"))));

    assertThat(PodPredicates.isCurrentlyReschedulable(web().build(), PodBudgets.NONE, NOW))
        .isTrue();
    assertThat(PodPredicates.isCurrentlyReschedulable(web().build(), never, NOW)).isFalse();
    assertThat(
            PodPredicates.isCurrentlyReschedulable(
                web().doNotDisrupt("true").build(), PodBudgets.NONE, NOW))
        .isFalse();
    assertThat(
            PodPredicates.isCurrentlyReschedulable(
                web().ofDaemonSet().build(), PodBudgets.NONE, NOW))
        .isFalse();
  }

  private static boolean fullyBlocks(Optional<String> minAvailable, Optional<String> max) {
    var budgets = PodBudgets.of(List.of(blocking(minAvailable, max)));
    return budgets.fullyBlocking(web().build(), NOW).isPresent();
  }

  private static PdbFacts blocking(Optional<String> minAvailable, Optional<String> max) {
    return new PdbFacts(meta("a"), select("web"), 0, minAvailable, max, false);
  }

  private static PdbFacts pdb(String name, String app, int allowed) {
    return new PdbFacts(meta(name), select(app), allowed, none(), none(), false);
  }

  private static karpenter.core.facts.Meta meta(String name) {
    return MetaFixture.meta("default", name);
  }

  private static LabelSelector select(String app) {
    return LabelSelector.ofLabels(Map.of("app", app));
  }

  private static Optional<String> none() {
    return Optional.empty();
  }

  private static karpenter.core.testkit.facts.PodFixture web() {
    return pod("p").labels(Map.of("app", "web"));
  }
}
