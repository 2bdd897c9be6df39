package karpenter.simulator.runtime;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/// Where a simulation is best driven from: a virtual thread, to which a baton is handed back
/// without the help of the operating system. On a busy machine that is many times faster.
public final class Driver {
  private Driver() {}

  /// Runs the simulation to its end.
  public static <T> T call(Callable<T> simulation) throws InterruptedException {
    var task = new FutureTask<>(simulation);
    Thread.ofVirtual().name("driver").start(task);
    try {
      return task.get();
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case RuntimeException broken -> throw broken;
        case Error broken -> throw broken;
        case InterruptedException interrupted -> throw interrupted;
        case null, default -> throw new IllegalStateException(e);
      }
    }
  }
}
