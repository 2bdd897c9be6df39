package karpenter.operator.runtime;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import karpenter.operator.Unreachable;
import org.jspecify.annotations.Nullable;

/// Calls side by side on virtual threads. Log lines of the calls belong to the reconcile that made
/// them.
public final class ThreadedParallel implements Parallel {
  @Override
  public <T, R> List<Result<R>> map(List<T> inputs, int atMost, Call<T, R> call)
      throws InterruptedException {
    if (atMost < 1) {
      throw new IllegalArgumentException("at most " + atMost + " at once");
    }
    if (inputs.size() == 1) {
      return List.of(result(call, inputs.getFirst()));
    }
    return new Round<>(inputs, call).run(Math.min(atMost, inputs.size()));
  }

  private static <T, R> Result<R> result(Call<T, R> call, T input) throws InterruptedException {
    try {
      return new Result.Answered<>(call.of(input));
    } catch (Unreachable unreachable) {
      return new Result.Unanswered<>(unreachable);
    }
  }

  private static final class Round<T, R> {
    private final List<T> inputs;
    private final Call<T, R> call;
    private final List<@Nullable Result<R>> results;
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicReference<@Nullable Throwable> broken = new AtomicReference<>();
    private final @Nullable Reconciling reconciling = Reconciling.current().orElse(null);

    Round(List<T> inputs, Call<T, R> call) {
      this.inputs = inputs;
      this.call = call;
      this.results = new ArrayList<>(Collections.nCopies(inputs.size(), null));
    }

    List<Result<R>> run(int threads) throws InterruptedException {
      var started = new ArrayList<Thread>(threads);
      for (int i = 0; i < threads; i++) {
        started.add(Thread.startVirtualThread(this::inScope));
      }
      try {
        for (var thread : started) {
          thread.join();
        }
      } catch (InterruptedException interrupted) {
        next.set(inputs.size());
        started.forEach(Thread::interrupt);
        throw interrupted;
      }
      return answers();
    }

    private void inScope() {
      if (reconciling == null) {
        work();
      } else {
        ScopedValue.where(Reconciling.CURRENT, reconciling).run(this::work);
      }
    }

    private void work() {
      for (int i = next.getAndIncrement(); i < inputs.size(); i = next.getAndIncrement()) {
        try {
          results.set(i, result(call, inputs.get(i)));
        } catch (InterruptedException | RuntimeException | Error unexpected) {
          // The reconcile that asked must fail; the calls under way may end.
          broken.compareAndSet(null, unexpected);
          next.set(inputs.size());
        }
      }
    }

    private List<Result<R>> answers() throws InterruptedException {
      switch (broken.get()) {
        case null -> {}
        case InterruptedException interrupted -> throw interrupted;
        case Error error -> throw error;
        case RuntimeException exception -> throw exception;
        case Throwable other -> throw new IllegalStateException(other);
      }
      var answers = new ArrayList<Result<R>>(results.size());
      for (var result : results) {
        if (result == null) {
          throw new IllegalStateException("a call was never made");
        }
        answers.add(result);
      }
      return List.copyOf(answers);
    }
  }
}
