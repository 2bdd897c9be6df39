package karpenter.app.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import karpenter.operator.runtime.ThreadedDeadlines;
import karpenter.operator.runtime.ThreadedRuntime;

/// What only a restart mends: something in this process that should go on and does not. An API
/// server or a cloud that does not answer is no such thing, because every call to them has a limit.
final class Health {
  /// Ten times the longest limit of a call to the cloud, and forty times that of a request to the
  /// API server: a reconcile that takes longer waits for something that has no limit.
  static final Duration STUCK = Duration.ofMinutes(20);

  private final ThreadedRuntime runtime;
  private final Supplier<List<String>> deadWatches;
  private volatile BooleanSupplier isElectionAlive = () -> true;

  /// @param deadWatches kinds whose watch has ended by itself
  Health(ThreadedRuntime runtime, Supplier<List<String>> deadWatches) {
    this.runtime = runtime;
    this.deadWatches = deadWatches;
  }

  /// From now on the election has to be alive.
  void watch(BooleanSupplier isAlive) {
    isElectionAlive = isAlive;
  }

  /// Whoever ends is not ill.
  void ending() {
    isElectionAlive = () -> true;
  }

  /// A sentence each; empty when all is well.
  List<String> problems() {
    var problems = new ArrayList<String>();
    for (var loop : runtime.status()) {
      if (loop.longest().compareTo(STUCK) >= 0) {
        problems.add(
            "loop %s has been busy with %s for %d minutes"
                .formatted(loop.loop(), loop.longestKey(), loop.longest().toMinutes()));
      }
    }
    for (var calls : runtime.deadlines().abandoned()) {
      if (isStuck(calls)) {
        problems.add(
            "%d calls of %s to the cloud hang, the oldest for %d minutes: no more are made"
                .formatted(calls.count(), calls.call(), calls.oldest().toMinutes()));
      }
    }
    for (var kind : deadWatches.get()) {
      problems.add("the watch of %s has ended".formatted(kind));
    }
    if (!isElectionAlive.getAsBoolean()) {
      problems.add("the leader election has ended");
    }
    return problems;
  }

  private static boolean isStuck(ThreadedDeadlines.Abandoned calls) {
    return calls.isFull() && calls.oldest().compareTo(STUCK) >= 0;
  }
}
