package karpenter.simulator.runtime;

import java.util.Arrays;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A thread that goes on only while it has the baton. It is given an actor to play, or none, and
/// ends when it is dismissed.
final class Hand {
  private final Semaphore baton = new Semaphore(0);
  private final Thread thread;
  private boolean hasStarted;
  private boolean isDismissed;
  private @Nullable Actor part;

  /// @param turn what it does whenever it is given the baton; it must give the baton away at last
  Hand(Consumer<Hand> turn) {
    this.thread =
        Thread.ofVirtual()
            .name("simulated")
            .unstarted(
                () -> {
                  while (!isDismissed) {
                    turn.accept(this);
                    await();
                  }
                });
  }

  /// The giver must do nothing more than wait for the baton in turn.
  void give() {
    if (hasStarted) {
      baton.release();
    } else {
      hasStarted = true;
      thread.start();
    }
  }

  void await() {
    baton.acquireUninterruptibly();
  }

  /// To be played as soon as it has the baton.
  void cast(Actor actor) {
    part = actor;
  }

  @Nullable Actor takePart() {
    var mine = part;
    part = null;
    return mine;
  }

  /// For one that has nothing to do: it ends, without the baton.
  void dismiss() {
    isDismissed = true;
    baton.release();
  }

  boolean isThisThread() {
    return Thread.currentThread().equals(thread);
  }

  String stack() {
    return Arrays.toString(thread.getStackTrace());
  }
}
