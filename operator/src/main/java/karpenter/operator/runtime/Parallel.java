package karpenter.operator.runtime;

import java.util.List;
import karpenter.operator.Unreachable;

/// Doing several calls at once. A port, because in the simulator they take turns.
public interface Parallel {
  /// A call that may fail as port calls do.
  interface Call<T, R> {
    R of(T input) throws Unreachable, InterruptedException;
  }

  /// What came of one call; one failure does not stop the others.
  sealed interface Result<R> {
    record Answered<R>(R value) implements Result<R> {}

    record Unanswered<R>(Unreachable cause) implements Result<R> {}
  }

  /// In the order of the inputs.
  <T, R> List<Result<R>> map(List<T> inputs, int atMost, Call<T, R> call)
      throws InterruptedException;
}
