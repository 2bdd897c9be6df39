package karpenter.operator.runtime;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/// Virtual threads for the work, and one platform thread that only wakes queues.
final class ThreadEngine implements ThreadedRuntime.Engine {
  private final ExecutorService workers =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("loop-", 0).factory());
  private final ScheduledThreadPoolExecutor timer =
      new ScheduledThreadPoolExecutor(1, Thread.ofPlatform().daemon().name("loop-timer").factory());

  ThreadEngine() {
    timer.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
  }

  @Override
  public long ticks() {
    return System.nanoTime();
  }

  @Override
  public void run(Runnable work) {
    workers.execute(work);
  }

  @Override
  public void at(long ticks, Runnable work) {
    try {
      var _ = timer.schedule(work, ticks - System.nanoTime(), TimeUnit.NANOSECONDS);
    } catch (RejectedExecutionException closing) {
      // Nothing starts any more, so there is nobody to wake.
    }
  }

  @Override
  public boolean close(Duration limit) {
    timer.shutdownNow();
    workers.shutdown();
    try {
      if (workers.awaitTermination(limit.toNanos(), TimeUnit.NANOSECONDS)) {
        return true;
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    workers.shutdownNow();
    return false;
  }
}
