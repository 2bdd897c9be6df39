package karpenter.operator.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.UUID;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import karpenter.operator.Unreachable;
import karpenter.operator.runtime.Parallel.Result;
import org.junit.jupiter.api.Test;

class ThreadedParallelTest {
  private final Parallel parallel = new ThreadedParallel();

  @Test
  void answers_come_in_the_order_of_the_questions() throws InterruptedException {
    var inputs = IntStream.range(0, 100).boxed().toList();

    var answers = parallel.map(inputs, 8, number -> number * 2);

    assertThat(answers)
        .isEqualTo(inputs.stream().map(number -> new Result.Answered<>(number * 2)).toList());
  }

  @Test
  void calls_do_run_side_by_side() throws InterruptedException {
    var allThere = new CyclicBarrier(3);

    var answers =
        parallel.map(
            List.of(1, 2, 3),
            3,
            number -> {
              meet(allThere);
              return number;
            });

    assertThat(answers).hasSize(3);
  }

  @Test
  void no_more_than_asked_for_run_at_once() throws InterruptedException {
    var now = new AtomicInteger();
    var most = new AtomicInteger();

    parallel.map(
        IntStream.range(0, 200).boxed().toList(),
        3,
        _ -> {
          most.accumulateAndGet(now.incrementAndGet(), Math::max);
          Thread.yield();
          return now.decrementAndGet();
        });

    assertThat(most.get()).isLessThanOrEqualTo(3);
  }

  @Test
  void one_silence_does_not_stop_the_others() throws InterruptedException {
    var answers =
        parallel.map(
            List.of("a", "b", "c"),
            2,
            name -> {
              if (name.equals("b")) {
                throw new Unreachable("gone");
              }
              return name;
            });

    assertThat(answers.get(0)).isEqualTo(new Result.Answered<>("a"));
    assertThat(answers.get(1)).isInstanceOf(Result.Unanswered.class);
    assertThat(answers.get(2)).isEqualTo(new Result.Answered<>("c"));
  }

  @Test
  void an_unforeseen_exception_reaches_the_one_who_asked() {
    assertThatThrownBy(
            () ->
                parallel.map(
                    List.of(1, 2, 3),
                    2,
                    _ -> {
                      throw new IllegalStateException("nobody foresaw this");
                    }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("nobody foresaw this");
  }

  @Test
  void calls_know_the_reconcile_that_made_them() throws Exception {
    var reconciling = new Reconciling("test", "key", new UUID(1, 2));

    var answers =
        ScopedValue.where(Reconciling.CURRENT, reconciling)
            .call(() -> parallel.map(List.of(1, 2), 2, _ -> Reconciling.current().orElseThrow()));

    assertThat(answers).containsOnly(new Result.Answered<>(reconciling));
  }

  private static void meet(CyclicBarrier barrier) throws InterruptedException {
    try {
      barrier.await();
    } catch (java.util.concurrent.BrokenBarrierException broken) {
      throw new IllegalStateException(broken);
    }
  }
}
