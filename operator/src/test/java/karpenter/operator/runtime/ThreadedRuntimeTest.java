package karpenter.operator.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import karpenter.operator.Unreachable;
import org.junit.jupiter.api.Test;

class ThreadedRuntimeTest {
  private static final Pace PACE = Pace.of(2, Duration.ofSeconds(1), Duration.ofSeconds(60));

  private final ManualEngine engine = new ManualEngine();
  private final List<String> told = new ArrayList<>();
  private final ThreadedRuntime runtime =
      new ThreadedRuntime(InstantSource.system(), new Told(), engine);
  private final List<String> ran = new ArrayList<>();

  @Test
  void keys_added_before_the_start_run_after_it() {
    var queue = runtime.register(loop(_ -> Outcome.DONE), PACE);
    queue.add("a");
    engine.runAll();
    assertThat(ran).isEmpty();

    runtime.start();
    engine.runAll();

    assertThat(ran).containsExactly("a");
  }

  @Test
  void a_key_added_while_it_runs_runs_once_more() {
    var queues = new ArrayList<WorkQueue<String>>();
    var queue =
        runtime.register(
            loop(
                key -> {
                  if (ran.size() == 1) {
                    queues.getFirst().add(key);
                    queues.getFirst().add(key);
                  }
                  return Outcome.DONE;
                }),
            PACE);
    queues.add(queue);
    runtime.start();

    queue.add("a");
    engine.runAll();

    assertThat(ran).containsExactly("a", "a");
  }

  @Test
  void there_are_never_more_workers_than_the_pace_allows() {
    var queue = runtime.register(loop(_ -> Outcome.DONE), PACE);
    runtime.start();

    for (var key : List.of("a", "b", "c", "d")) {
      queue.add(key);
    }

    assertThat(engine.waiting()).isEqualTo(2);
    engine.runAll();
    assertThat(ran).containsExactly("a", "b", "c", "d");
  }

  /// Whoever looked again at once, and again, would take a core until one of them is free.
  @Test
  void a_date_that_falls_due_while_all_workers_are_busy_is_no_reason_to_look_again() {
    var queue = runtime.register(loop(_ -> Outcome.DONE), PACE);
    runtime.start();
    for (var key : List.of("a", "b")) {
      queue.add(key);
    }
    queue.addAfter("c", Duration.ofSeconds(1));

    int looks = engine.passBusy(Duration.ofSeconds(2), 100);

    assertThat(looks).isLessThan(5);
    engine.runAll();
    assertThat(ran).containsExactly("a", "b", "c");
  }

  @Test
  void a_key_comes_back_when_it_asked_to() {
    var queue =
        runtime.register(
            loop(_ -> ran.size() < 3 ? Outcome.again(Duration.ofSeconds(10)) : Outcome.DONE), PACE);
    runtime.start();
    queue.add("a");

    engine.pass(Duration.ofSeconds(9));
    assertThat(ran).hasSize(1);
    engine.pass(Duration.ofSeconds(1));
    assertThat(ran).hasSize(2);
    engine.pass(Duration.ofSeconds(100));
    assertThat(ran).hasSize(3);
  }

  @Test
  void an_unforeseen_exception_fails_this_key_only_and_is_counted() {
    var queue =
        runtime.register(
            loop(
                key -> {
                  if (key.equals("bad") && ran.size() == 1) {
                    throw new IllegalStateException("nobody foresaw this");
                  }
                  return Outcome.DONE;
                }),
            PACE);
    runtime.start();

    queue.add("bad");
    queue.add("good");
    engine.runAll();
    assertThat(ran).containsExactly("bad", "good");
    assertThat(told).contains("ended PANIC", "retried", "ended SUCCESS");

    engine.pass(Duration.ofSeconds(1));
    assertThat(ran).containsExactly("bad", "good", "bad");
  }

  @Test
  void one_who_says_come_back_later_is_left_alone_that_long() {
    var isFirst = new AtomicBoolean(true);
    var queue =
        runtime.register(
            loop(
                _ -> {
                  if (isFirst.getAndSet(false)) {
                    throw new Unreachable("busy", Optional.of(Duration.ofSeconds(20)));
                  }
                  return Outcome.DONE;
                }),
            PACE);
    runtime.start();
    queue.add("a");

    engine.pass(Duration.ofSeconds(19));
    assertThat(ran).hasSize(1);
    engine.pass(Duration.ofSeconds(1));
    assertThat(ran).hasSize(2);
    assertThat(told).contains("ended ERROR");
  }

  @Test
  void a_reconcile_knows_what_it_is() {
    var seen = new ArrayList<Reconciling>();
    var queue =
        runtime.register(
            loop(
                _ -> {
                  seen.add(Reconciling.current().orElseThrow());
                  return Outcome.DONE;
                }),
            PACE);
    runtime.start();
    queue.add("a");
    queue.add("b");
    engine.runAll();

    assertThat(seen).extracting(Reconciling::key).containsExactly("a", "b");
    assertThat(seen).extracting(Reconciling::loop).containsOnly("test");
    assertThat(seen).extracting(Reconciling::id).doesNotHaveDuplicates();
    assertThat(seen.getFirst().id().version()).isEqualTo(4);
    assertThat(seen.getFirst().id().variant()).isEqualTo(2);
    assertThat(Reconciling.current()).isEmpty();
  }

  @Test
  void nothing_starts_after_the_close() {
    var queue = runtime.register(loop(_ -> Outcome.DONE), PACE);
    runtime.start();
    queue.add("a");

    runtime.close();
    queue.add("b");
    engine.runAll();

    assertThat(ran).isEmpty();
  }

  @Test
  void closing_lets_a_running_reconcile_end() throws InterruptedException {
    var running = new CountDownLatch(1);
    var mayEnd = new CountDownLatch(1);
    var hasEnded = new AtomicBoolean();
    var real = new ThreadedRuntime(InstantSource.system(), LoopListener.NONE);
    var queue =
        real.register(
            loop(
                _ -> {
                  running.countDown();
                  mayEnd.await();
                  hasEnded.set(true);
                  return Outcome.DONE;
                }),
            PACE);
    real.start();
    queue.add("a");
    running.await();

    var closing = Thread.startVirtualThread(real::close);
    assertThat(hasEnded).isFalse();
    mayEnd.countDown();
    closing.join();

    assertThat(hasEnded).isTrue();
  }

  @Test
  void one_key_never_runs_twice_at_once_however_many_add_it() throws InterruptedException {
    var inside = new AtomicBoolean();
    var overlapped = new AtomicBoolean();
    var last = new CountDownLatch(1);
    var real = new ThreadedRuntime(InstantSource.system(), LoopListener.NONE);
    var queue =
        real.<String>register(
            new Loop<>() {
              @Override
              public String name() {
                return "test";
              }

              @Override
              public Outcome reconcile(String key) {
                if (key.equals("last")) {
                  last.countDown();
                  return Outcome.DONE;
                }
                overlapped.compareAndSet(false, inside.getAndSet(true));
                Thread.yield();
                inside.set(false);
                return Outcome.DONE;
              }
            },
            PACE);
    real.start();
    var adders = new ArrayList<Thread>();
    for (int i = 0; i < 8; i++) {
      adders.add(
          Thread.startVirtualThread(
              () -> {
                for (int n = 0; n < 500; n++) {
                  queue.add("same");
                  Thread.yield();
                }
              }));
    }
    for (var adder : adders) {
      adder.join();
    }
    queue.add("last");
    last.await();
    real.close();

    assertThat(overlapped).isFalse();
  }

  private interface Body {
    Outcome of(String key) throws Unreachable, InterruptedException;
  }

  private Loop<String> loop(Body body) {
    return new Loop<>() {
      @Override
      public String name() {
        return "test";
      }

      @Override
      public Outcome reconcile(String key) throws Unreachable, InterruptedException {
        ran.add(key);
        return body.of(key);
      }
    };
  }

  private final class Told implements LoopListener {
    @Override
    public void ended(String loop, int active, Ending ending, Duration took) {
      told.add("ended " + ending);
    }

    @Override
    public void retried(String loop) {
      told.add("retried");
    }
  }
}
