package karpenter.kube;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;
import karpenter.operator.kube.ObjectKey;
import org.junit.jupiter.api.Test;

class LeaseViewTest {
  private static final ObjectKey KEY = ObjectKey.of("kube-system", "karpenter-leader-election");
  private static final Instant LONG_AGO = Instant.parse("2001-01-01T00:00:00Z");
  private static final LeaseRecord THEIRS = LeaseRecord.first("them", 15, LONG_AGO);

  private final LeaseView view = new LeaseView("us");

  @Test
  void a_lease_is_held_from_when_we_saw_it_whatever_its_clock_says() {
    view.saw(THEIRS.created(KEY), seconds(100));

    assertThat(view.heldUntil(seconds(114))).isEqualTo(OptionalLong.of(seconds(115)));
    assertThat(view.heldUntil(seconds(115))).isEmpty();
  }

  @Test
  void seeing_the_same_again_does_not_prolong_it() {
    view.saw(THEIRS.created(KEY), seconds(100));
    view.saw(THEIRS.created(KEY), seconds(110));

    assertThat(view.heldUntil(seconds(115))).isEmpty();
  }

  @Test
  void a_renewal_prolongs_it_even_by_a_clock_that_runs_backwards() {
    view.saw(THEIRS.created(KEY), seconds(100));
    view.saw(THEIRS.takenBy("them", 15, LONG_AGO.minusSeconds(60)).created(KEY), seconds(110));

    assertThat(view.heldUntil(seconds(120))).isEqualTo(OptionalLong.of(seconds(125)));
  }

  @Test
  void a_lease_nobody_holds_may_be_taken_at_once() {
    view.saw(THEIRS.released(LONG_AGO).created(KEY), seconds(100));

    assertThat(view.heldUntil(seconds(100))).isEmpty();
  }

  @Test
  void our_own_lease_is_not_in_our_way() {
    view.saw(LeaseRecord.first("us", 15, LONG_AGO).created(KEY), seconds(100));

    assertThat(view.isOurs()).isTrue();
    assertThat(view.heldUntil(seconds(101))).isEmpty();
  }

  @Test
  void a_lease_that_was_deleted_is_still_its_holders_for_a_while() {
    view.saw(THEIRS.created(KEY), seconds(100));
    view.sawNone();

    assertThat(view.lease()).isEmpty();
    assertThat(view.heldUntil(seconds(110))).isPresent();
    assertThat(view.heldUntil(seconds(115))).isEmpty();
  }

  @Test
  void taking_a_lease_from_another_counts_and_renewing_does_not() {
    var now = Instant.parse("2026-01-05T09:00:00.123456789Z");

    var taken = THEIRS.takenBy("us", 15, now);
    var renewed = taken.takenBy("us", 15, now.plusSeconds(2));

    assertThat(taken.transitions()).isEqualTo(1);
    assertThat(taken.acquireTime()).isEqualTo("2026-01-05T09:00:00.123456Z");
    assertThat(renewed.transitions()).isEqualTo(1);
    assertThat(renewed.acquireTime()).isEqualTo(taken.acquireTime());
    assertThat(renewed.renewTime()).isEqualTo("2026-01-05T09:00:02.123456Z");
  }

  @Test
  void writing_a_lease_keeps_what_is_not_ours() {
    var lease = THEIRS.created(KEY);
    lease.withObjectProperty("metadata").put("resourceVersion", "7");
    lease.withObjectProperty("spec").put("strategy", "OldestEmulationVersion");

    var written = THEIRS.takenBy("us", 15, LONG_AGO).in(lease);

    assertThat(written.at("/metadata/resourceVersion").asText()).isEqualTo("7");
    assertThat(written.at("/spec/strategy").asText()).isEqualTo("OldestEmulationVersion");
    assertThat(written.at("/spec/holderIdentity").asText()).isEqualTo("us");
    assertThat(LeaseRecord.of(lease)).isEqualTo(THEIRS);
  }

  private static long seconds(long seconds) {
    return Duration.ofSeconds(seconds).toNanos();
  }
}
