package karpenter.core.termination;

import static karpenter.core.testkit.facts.ClaimFixture.claim;
import static karpenter.core.testkit.facts.PodFixture.pod;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.PodFacts;
import org.junit.jupiter.api.Test;

class DrainPlanTest {
  static final Instant NOW = Instant.parse("2026-01-05T10:00:00Z");
  static final Optional<Instant> NO_DEADLINE = Optional.empty();

  static final PodFacts WEB = pod("web").build();
  static final PodFacts DAEMON = pod("daemon").ofDaemonSet().build();
  static final PodFacts CRITICAL = pod("critical").priorityClass("system-cluster-critical").build();
  static final PodFacts CRITICAL_DAEMON =
      pod("critical-daemon").ofDaemonSet().priorityClass("system-node-critical").build();

  @Test
  void each_tier_waits_for_the_one_before() {
    assertThat(names(plan(CRITICAL_DAEMON, CRITICAL, DAEMON, WEB).toEvict()))
        .containsExactly("web");
    assertThat(names(plan(CRITICAL_DAEMON, CRITICAL, DAEMON).toEvict())).containsExactly("daemon");
    assertThat(names(plan(CRITICAL_DAEMON, CRITICAL).toEvict())).containsExactly("critical");
    assertThat(names(plan(CRITICAL_DAEMON).toEvict())).containsExactly("critical-daemon");
  }

  @Test
  void all_tiers_count_as_waiting() {
    assertThat(plan(CRITICAL_DAEMON, CRITICAL, DAEMON, WEB).waiting()).hasSize(4);
  }

  @Test
  void critical_is_a_matter_of_name_not_of_number() {
    var high = pod("high").priorityClass("mine").priority(2_000_000_000).build();

    assertThat(DrainTier.of(high)).isEqualTo(DrainTier.ORDINARY);
  }

  @Test
  void terminating_pod_keeps_its_tier_occupied_and_is_not_asked_again() {
    var going = pod("going").deletedAt(NOW.plusSeconds(20)).build();

    var plan = plan(going, CRITICAL);

    assertThat(plan.tier()).contains(DrainTier.ORDINARY);
    assertThat(plan.toEvict()).isEmpty();
  }

  @Test
  void stuck_pod_no_longer_holds_up_its_tier() {
    var stuck = pod("stuck").deletedAt(NOW.minusSeconds(61)).build();

    var plan = plan(stuck, CRITICAL);

    assertThat(names(plan.toEvict())).containsExactly("critical");
    assertThat(names(plan.waiting())).containsExactly("critical");
  }

  @Test
  void mirror_tolerating_and_finished_pods_are_left_to_die_with_the_machine() {
    var plan =
        plan(
            pod("mirror").mirror().build(),
            pod("tolerates").toleratesEverything().ofDaemonSet().build(),
            pod("done").phase(PodFacts.Phase.SUCCEEDED).build());

    assertThat(plan.waiting()).isEmpty();
  }

  @Test
  void ownerless_pod_is_evicted_like_any_other() {
    assertThat(plan(pod("alone").ownerless().build()).toEvict()).hasSize(1);
  }

  @Test
  void protected_pod_is_in_the_plan_and_stalls_it() {
    assertThat(plan(pod("p").doNotDisrupt("true").build()).waiting()).hasSize(1);
  }

  @Test
  void pod_past_its_deadline_does_not_wait_for_its_tier() {
    var critical = pod("critical").priorityClass("system-node-critical").grace(300).build();

    var plan = DrainPlan.of(List.of(WEB, critical), Optional.of(NOW.plusSeconds(300)), NOW);

    assertThat(names(plan.toForce())).containsExactly("critical");
    assertThat(names(plan.toEvict())).containsExactly("web");
  }

  @Test
  void pod_is_forced_when_only_its_grace_is_left() {
    var deadline = NOW.plus(Duration.ofHours(1));
    var pod = pod("p").grace(300).build();

    assertThat(ForcedDeletion.isDue(pod, deadline, NOW.plus(Duration.ofMinutes(54)))).isFalse();
    assertThat(ForcedDeletion.isDue(pod, deadline, NOW.plus(Duration.ofMinutes(55)))).isTrue();
  }

  @Test
  void pod_with_more_grace_than_there_is_time_is_forced_at_once() {
    assertThat(ForcedDeletion.isDue(pod("p").grace(7200).build(), NOW.plusSeconds(3600), NOW))
        .isTrue();
  }

  @Test
  void pod_without_grace_is_never_forced() {
    assertThat(ForcedDeletion.isDue(pod("p").withoutGrace().build(), NOW.minusSeconds(1), NOW))
        .isFalse();
  }

  @Test
  void terminating_pod_is_forced_when_it_would_outlive_the_deadline() {
    var pod = pod("p").deletedAt(NOW.plusSeconds(600)).build();

    assertThat(ForcedDeletion.isDue(pod, NOW.plusSeconds(599), NOW)).isTrue();
    assertThat(ForcedDeletion.isDue(pod, NOW.plusSeconds(600), NOW)).isFalse();
  }

  @Test
  void terminating_pod_is_not_forced_again_when_that_would_shorten_nothing() {
    var pod = pod("p").deletedAt(NOW.plusSeconds(1)).build();

    assertThat(ForcedDeletion.isDue(pod, NOW.minusSeconds(10), NOW)).isFalse();
    assertThat(ForcedDeletion.isDue(pod, NOW.minusSeconds(10), NOW.plusSeconds(5))).isFalse();
  }

  @Test
  void granted_grace_is_what_is_left_and_at_least_a_second() {
    assertThat(ForcedDeletion.graceSeconds(NOW.plusMillis(2900), NOW)).isEqualTo(2);
    assertThat(ForcedDeletion.graceSeconds(NOW, NOW)).isEqualTo(1);
    assertThat(ForcedDeletion.graceSeconds(NOW.minusSeconds(60), NOW)).isEqualTo(1);
  }

  @Test
  void drain_takes_five_seconds_even_without_pods() {
    var began =
        claim("c")
            .and(c -> c.setUnknown(ClaimFacts.DRAINED, DrainProgress.DRAINING, "", NOW))
            .build();

    assertThat(progress(Optional.of(began), NOW.plusSeconds(2)))
        .isEqualTo(new DrainProgress.Settling(Duration.ofSeconds(3)));
    assertThat(progress(Optional.of(began), NOW.plusSeconds(5)))
        .isEqualTo(new DrainProgress.Drained());
  }

  @Test
  void drain_that_has_not_begun_has_its_five_seconds_before_it() {
    assertThat(progress(Optional.of(claim("c").build()), NOW))
        .isEqualTo(new DrainProgress.Settling(DrainProgress.LEAST_TIME));
  }

  @Test
  void node_without_a_claim_is_drained_as_soon_as_it_is_empty() {
    assertThat(progress(Optional.empty(), NOW)).isEqualTo(new DrainProgress.Drained());
  }

  @Test
  void drained_claim_drains_again_when_a_pod_slips_in() {
    var drained = claim("c").and(c -> c.setTrue(ClaimFacts.DRAINED, NOW)).build();

    assertThat(DrainProgress.of(plan(), Optional.of(drained), NOW))
        .isEqualTo(new DrainProgress.Drained());
    assertThat(DrainProgress.of(plan(WEB), Optional.of(drained), NOW))
        .isEqualTo(new DrainProgress.Waiting(1));
  }

  private static DrainProgress progress(Optional<ClaimFacts> claim, Instant now) {
    return DrainProgress.of(plan(), claim, now);
  }

  private static DrainPlan plan(PodFacts... pods) {
    return DrainPlan.of(List.of(pods), NO_DEADLINE, NOW);
  }

  private static List<String> names(List<PodFacts> pods) {
    return pods.stream().map(PodFacts::name).toList();
  }
}
