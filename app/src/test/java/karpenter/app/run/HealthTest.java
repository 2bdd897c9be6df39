package karpenter.app.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import karpenter.operator.runtime.Loop;
import karpenter.operator.runtime.LoopListener;
import karpenter.operator.runtime.Outcome;
import karpenter.operator.runtime.Pace;
import karpenter.operator.runtime.ThreadedRuntime;
import org.junit.jupiter.api.Test;

/// A process that cannot go on by itself says so. Time passes when the test says so.
class HealthTest {
  private final AtomicLong ticks = new AtomicLong();
  private final List<String> deadWatches = new ArrayList<>();
  private final ThreadedRuntime runtime =
      new ThreadedRuntime(InstantSource.system(), LoopListener.NONE, new TestEngine());
  private final Health health = new Health(runtime, () -> deadWatches);

  /// Real threads, and a clock that the test moves.
  private final class TestEngine implements ThreadedRuntime.Engine {
    @Override
    public long ticks() {
      return ticks.get();
    }

    @Override
    public void run(Runnable work) {
      Thread.startVirtualThread(work);
    }

    @Override
    public void at(long when, Runnable work) {}

    @Override
    public boolean close(Duration limit) {
      return true;
    }
  }

  private void pass(Duration time) {
    ticks.addAndGet(time.toNanos());
  }

  @Test
  void a_process_that_has_nothing_to_do_is_healthy() {
    assertThat(health.problems()).isEmpty();
    assertThat(HealthPages.healthy(health).status()).isEqualTo(200);
  }

  @Test
  void a_loop_that_is_stuck_is_named_with_its_key() throws Exception {
    var begun = new CountDownLatch(1);
    var release = new CountDownLatch(1);
    var queue =
        runtime.register(
            new Loop<String>() {
              @Override
              public String name() {
                return "nodeclaim.lifecycle";
              }

              @Override
              public Outcome reconcile(String key) throws InterruptedException {
                begun.countDown();
                release.await();
                return Outcome.DONE;
              }
            },
            Pace.standard(1));
    queue.add("general-abcde");
    runtime.start();
    begun.await();

    pass(Health.STUCK.minusSeconds(1));
    assertThat(health.problems()).isEmpty();
    pass(Duration.ofSeconds(1));

    assertThat(health.problems())
        .containsExactly(
            "loop nodeclaim.lifecycle has been busy with general-abcde for 20 minutes");
    assertThat(HealthPages.healthy(health).status()).isEqualTo(503);
    release.countDown();
  }

  @Test
  void a_watch_that_ended_by_itself_is_named() {
    deadWatches.add("pods");

    assertThat(health.problems()).containsExactly("the watch of pods has ended");
  }

  @Test
  void an_election_that_ended_is_told_unless_the_process_ends() {
    var isAlive = new AtomicBoolean(true);
    health.watch(isAlive::get);
    assertThat(health.problems()).isEmpty();

    isAlive.set(false);
    assertThat(health.problems()).containsExactly("the leader election has ended");

    health.ending();
    assertThat(health.problems()).isEmpty();
  }
}
