package karpenter.simulator.runtime;

import java.util.Arrays;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/// A thread that goes on only while it has the baton.
final class Actor {
  private final Life life;
  private final String name;
  private final Semaphore driver;
  private final Semaphore turn = new Semaphore(0);
  private final Thread thread;
  private boolean hasStarted;
  private volatile @Nullable Throwable failure;

  Actor(Life life, String name, Runnable body, Semaphore driver) {
    this.life = life;
    this.name = name;
    this.driver = driver;
    this.thread = Thread.ofVirtual().name(name).unstarted(() -> run(body));
  }

  private void run(Runnable body) {
    try {
      body.run();
    } catch (RuntimeException | Error broken) {
      failure = broken;
    } finally {
      driver.release();
    }
  }

  Life life() {
    return life;
  }

  boolean hasStarted() {
    return hasStarted;
  }

  boolean isThisThread() {
    return Thread.currentThread().equals(thread);
  }

  void resume() {
    if (hasStarted) {
      turn.release();
    } else {
      hasStarted = true;
      thread.start();
    }
  }

  void handOver() {
    driver.release();
    turn.acquireUninterruptibly();
  }

  void rethrow() {
    if (failure != null) {
      throw new IllegalStateException(name + " broke", failure);
    }
  }

  String stack() {
    return Arrays.toString(thread.getStackTrace());
  }

  @Override
  public String toString() {
    return name;
  }
}
