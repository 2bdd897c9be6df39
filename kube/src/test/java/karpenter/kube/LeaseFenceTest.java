package karpenter.kube;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/// A leader acts until its time has run out, by a clock that only the test moves.
class LeaseFenceTest {
  private final AtomicLong ticks = new AtomicLong(Long.MAX_VALUE - 5);
  private final List<String> ends = new ArrayList<>();
  private final LeaseFence fence = new LeaseFence(ticks::get, ends::add);

  @Test
  void a_standby_is_left_alone() {
    ticks.addAndGet(1_000_000);

    fence.look();

    assertThat(fence.mayAct()).isTrue();
    assertThat(ends).isEmpty();
  }

  @Test
  void a_leader_acts_until_its_time_has_run_out() {
    assertThat(fence.lead(ticks.get() + 10)).isTrue();

    ticks.addAndGet(9);
    assertThat(fence.look()).isEqualTo(1);
    assertThat(fence.mayAct()).isTrue();

    ticks.addAndGet(1);
    assertThat(fence.mayAct()).isFalse();
    assertThat(ends).isEmpty();
    fence.look();
    assertThat(ends).containsExactly("the lease was not renewed in time");
  }

  @Test
  void a_renewal_gives_more_time() {
    fence.lead(ticks.get() + 10);
    ticks.addAndGet(9);
    fence.lead(ticks.get() + 10);
    ticks.addAndGet(9);

    fence.look();

    assertThat(fence.mayAct()).isTrue();
    assertThat(ends).isEmpty();
  }

  @Test
  void a_renewal_that_comes_too_late_revives_nobody() {
    fence.lead(ticks.get() + 10);
    ticks.addAndGet(10);

    assertThat(fence.lead(ticks.get() + 10)).isFalse();

    assertThat(fence.mayAct()).isFalse();
    assertThat(ends).containsExactly("the lease was renewed too late");
  }

  @Test
  void the_process_is_ended_once() {
    fence.lead(ticks.get() + 10);
    fence.fall("held by another");
    ticks.addAndGet(10);
    fence.look();

    assertThat(ends).containsExactly("held by another");
  }

  @Test
  void a_leader_that_lets_go_acts_no_more_and_lives() {
    fence.lead(ticks.get() + 10);

    fence.retire();
    ticks.addAndGet(10);
    fence.look();

    assertThat(fence.mayAct()).isFalse();
    assertThat(ends).isEmpty();
  }

  @Test
  void the_timer_needs_nobody() throws Exception {
    var ended = new CountDownLatch(1);

    var running = LeaseFence.start(_ -> ended.countDown());
    running.lead(System.nanoTime() + 1_000_000);

    assertThat(ended.await(1, TimeUnit.MINUTES)).isTrue();
  }
}
