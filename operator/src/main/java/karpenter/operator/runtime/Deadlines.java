package karpenter.operator.runtime;

import java.time.Duration;
import karpenter.operator.Unreachable;

/// Calls that may never be answered, each with a time limit. A port, because in the simulator time
/// is virtual.
public interface Deadlines {
  /// A call that may fail as port calls do.
  interface Call<T> {
    T make() throws Unreachable, InterruptedException;
  }

  /// One kind of call, and how much of it is bearable.
  ///
  /// @param name of the kind, as `Create`
  /// @param time how long the caller waits for an answer
  /// @param abandoned calls that were given up and still run, because they do not react to their
  ///   interruption; while there are so many, no further call of the kind is made
  record Limit(String name, Duration time, int abandoned) {}

  /// The limit was reached: nobody knows whether the call had an effect, or will have one.
  final class Overdue extends Exception {
    private static final long serialVersionUID = 1L;

    public Overdue(String message) {
      super(message);
    }
  }

  /// Makes the call and answers what it answers. When the limit is reached it is interrupted, and
  /// what it answers later is dropped; a call that ignores the interruption runs on, unattended.
  <T> T within(Limit limit, Call<T> call) throws Overdue, Unreachable, InterruptedException;
}
