package karpenter.simulator.runtime;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import karpenter.operator.Unreachable;
import karpenter.operator.runtime.Parallel;
import org.jspecify.annotations.Nullable;

/// Calls side by side, which here means that they take turns.
final class SimulatedParallel implements Parallel {
  private final Timeline timeline;
  private final Life life;

  SimulatedParallel(Timeline timeline, Life life) {
    this.timeline = timeline;
    this.life = life;
  }

  @Override
  public <T, R> List<Result<R>> map(List<T> inputs, int atMost, Call<T, R> call)
      throws InterruptedException {
    if (atMost < 1) {
      throw new IllegalArgumentException("at most " + atMost + " at once");
    }
    return new Round<>(inputs, call).run(Math.min(atMost, inputs.size()));
  }

  private final class Round<T, R> {
    private final List<T> inputs;
    private final Call<T, R> call;
    private final List<@Nullable Result<R>> results;
    private final Actor asker = timeline.current();
    private int next;
    private int under;
    private boolean isInterrupted;
    private @Nullable RuntimeException broken;

    Round(List<T> inputs, Call<T, R> call) {
      this.inputs = inputs;
      this.call = call;
      this.results = new ArrayList<>(Collections.nCopies(inputs.size(), null));
    }

    List<Result<R>> run(int workers) throws InterruptedException {
      under = workers;
      for (int i = 0; i < workers; i++) {
        timeline.start(life, asker + " call", this::work);
      }
      if (workers > 0) {
        timeline.block();
      }
      if (broken != null) {
        throw broken;
      }
      if (isInterrupted) {
        throw new InterruptedException("the process was killed");
      }
      return answers();
    }

    private void work() {
      while (next < inputs.size() && !isInterrupted && broken == null) {
        int mine = next++;
        try {
          results.set(mine, result(inputs.get(mine)));
        } catch (InterruptedException interrupted) {
          isInterrupted = true;
        } catch (RuntimeException unexpected) {
          broken = unexpected;
        }
      }
      if (--under == 0) {
        timeline.wake(asker);
      }
    }

    private Result<R> result(T input) throws InterruptedException {
      try {
        return new Result.Answered<>(call.of(input));
      } catch (Unreachable unreachable) {
        return new Result.Unanswered<>(unreachable);
      }
    }

    private List<Result<R>> answers() {
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
