package karpenter.operator.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import karpenter.operator.Unreachable;
import karpenter.operator.runtime.Deadlines.Limit;
import karpenter.operator.runtime.Deadlines.Overdue;
import org.junit.jupiter.api.Test;

/// Nobody waits for an answer longer than its limit, by a clock that only the test moves.
class ThreadedDeadlinesTest {
  private static final Limit LIMIT = new Limit("Create", Duration.ofMinutes(2), 2);
  private static final Duration PAST = LIMIT.time().plusSeconds(1);

  private final ManualEngine engine = new ManualEngine();
  private final ThreadedDeadlines deadlines = new ThreadedDeadlines(engine);

  /// A call that hangs; the test knows when it has begun, and how it ended.
  private static final class Hanging implements Deadlines.Call<String> {
    final CountDownLatch begun = new CountDownLatch(1);
    final CountDownLatch released = new CountDownLatch(1);
    final CountDownLatch interrupted = new CountDownLatch(1);
    private final boolean ignoresInterruption;

    Hanging(boolean ignoresInterruption) {
      this.ignoresInterruption = ignoresInterruption;
    }

    @Override
    public String make() throws InterruptedException {
      begun.countDown();
      while (true) {
        try {
          released.await();
          return "late";
        } catch (InterruptedException given) {
          interrupted.countDown();
          if (!ignoresInterruption) {
            throw given;
          }
        }
      }
    }
  }

  private static <T> FutureTask<T> start(Callable<T> asker) {
    var task = new FutureTask<>(asker);
    Thread.startVirtualThread(task);
    return task;
  }

  private static void await(CountDownLatch latch) throws InterruptedException {
    assertThat(latch.await(1, TimeUnit.MINUTES)).isTrue();
  }

  private Throwable overdue(Hanging call) throws Exception {
    var asker = start(() -> deadlines.within(LIMIT, call));
    await(call.begun);
    engine.pass(PAST);
    try {
      throw new AssertionError("answered " + asker.get(1, TimeUnit.MINUTES));
    } catch (ExecutionException failed) {
      return Objects.requireNonNull(failed.getCause());
    }
  }

  @Test
  void what_is_answered_in_time_is_passed_on() throws Exception {
    assertThat(deadlines.within(LIMIT, () -> "yes")).isEqualTo("yes");
    engine.pass(PAST);

    assertThat(deadlines.abandoned()).isEmpty();
  }

  @Test
  void failures_are_passed_on_as_they_are() {
    assertThatThrownBy(() -> deadlines.within(LIMIT, () -> fail(new Unreachable("gone"))))
        .isInstanceOf(Unreachable.class)
        .hasMessage("gone");
    assertThatThrownBy(
            () ->
                deadlines.within(
                    LIMIT,
                    () -> {
                      throw new IllegalStateException("a bug");
                    }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("a bug");
  }

  private static String fail(Unreachable unreachable) throws Unreachable {
    throw unreachable;
  }

  @Test
  void a_call_that_hangs_is_interrupted_and_its_caller_goes_on() throws Exception {
    var call = new Hanging(false);

    assertThat(overdue(call))
        .isInstanceOf(Overdue.class)
        .hasMessage("Create was not answered within PT2M");
    await(call.interrupted);
  }

  @Test
  void calls_that_ignore_their_interruption_are_bounded() throws Exception {
    var first = new Hanging(true);
    var second = new Hanging(true);
    overdue(first);
    overdue(second);

    assertThat(deadlines.abandoned())
        .singleElement()
        .satisfies(
            kind -> {
              assertThat(kind.call()).isEqualTo("Create");
              assertThat(kind.count()).isEqualTo(2);
              assertThat(kind.isFull()).isTrue();
              // The first was given up a second before the second was made.
              assertThat(kind.oldest()).isEqualTo(LIMIT.time().plusSeconds(2));
            });
    assertThatThrownBy(
            () ->
                deadlines.within(
                    LIMIT,
                    () -> {
                      throw new AssertionError("called although two calls are abandoned");
                    }))
        .isInstanceOf(Overdue.class)
        .hasMessageContaining("Create is not called: 2 earlier calls");

    first.released.countDown();
    awaitAbandoned(1);
    assertThat(deadlines.within(LIMIT, () -> "again")).isEqualTo("again");
    second.released.countDown();
  }

  private void awaitAbandoned(int count) {
    while (deadlines.abandoned().getFirst().count() != count) {
      Thread.onSpinWait();
    }
  }

  @Test
  void other_calls_are_made_although_calls_of_one_kind_hang() throws Exception {
    var calls = new Hanging[] {new Hanging(true), new Hanging(true)};
    for (var call : calls) {
      overdue(call);
    }

    assertThat(deadlines.within(new Limit("List", PAST, 1), () -> "listed")).isEqualTo("listed");
    for (var call : calls) {
      call.released.countDown();
    }
  }

  @Test
  void a_caller_that_is_interrupted_interrupts_its_call() throws Exception {
    var call = new Hanging(false);
    var asker = new FutureTask<>(() -> deadlines.within(LIMIT, call));
    var thread = Thread.startVirtualThread(asker);
    await(call.begun);

    thread.interrupt();

    await(call.interrupted);
    assertThatThrownBy(() -> asker.get(1, TimeUnit.MINUTES))
        .hasCauseInstanceOf(InterruptedException.class);
  }

  @Test
  void a_call_knows_the_reconcile_that_made_it() throws Exception {
    var reconciling = new Reconciling("test", "key", new UUID(1, 2));

    var seen =
        ScopedValue.where(Reconciling.CURRENT, reconciling)
            .call(() -> deadlines.within(LIMIT, () -> Reconciling.current().orElseThrow()));

    assertThat(seen).isEqualTo(reconciling);
  }
}
