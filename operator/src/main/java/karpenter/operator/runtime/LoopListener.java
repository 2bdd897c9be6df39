package karpenter.operator.runtime;

import java.time.Duration;

/// Who is told how the loops fare, for the `workqueue_*` and `controller_runtime_*` metrics. Called
/// on the loops' own threads: must return at once and not throw.
public interface LoopListener {
  default void registered(String loop, int workers) {}

  /// A key joined the line.
  default void added(String loop, int depth) {}

  /// A key began to run.
  default void started(String loop, int depth, int active, Duration waited) {}

  default void ended(String loop, int active, Ending ending, Duration took) {}

  /// A failed key was given a later date.
  default void retried(String loop) {}

  /// How a reconcile ended; `ERROR` and `PANIC` are both failures.
  enum Ending {
    SUCCESS("success"),
    REQUEUE_AFTER("requeue_after"),
    ERROR("error"),
    /// By an exception that nobody expected.
    PANIC("error");

    private final String result;

    Ending(String result) {
      this.result = result;
    }

    /// The value of the label `result`.
    public String result() {
      return result;
    }
  }

  LoopListener NONE = new LoopListener() {};
}
