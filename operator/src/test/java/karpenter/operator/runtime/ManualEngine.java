package karpenter.operator.runtime;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.PriorityQueue;

/// An engine whose threads run and whose time passes when a test says so.
final class ManualEngine implements ThreadedRuntime.Engine {
  private record Wake(long at, Runnable work) {}

  private final Deque<Runnable> workers = new ArrayDeque<>();
  private final PriorityQueue<Wake> wakes = new PriorityQueue<>(Comparator.comparingLong(Wake::at));
  private long now;

  @Override
  public long ticks() {
    return now;
  }

  @Override
  public void run(Runnable work) {
    workers.add(work);
  }

  @Override
  public void at(long ticks, Runnable work) {
    wakes.add(new Wake(ticks, work));
  }

  @Override
  public boolean close(Duration limit) {
    return workers.isEmpty();
  }

  /// How many workers were started and have not run.
  int waiting() {
    return workers.size();
  }

  void runAll() {
    for (var work = workers.poll(); work != null; work = workers.poll()) {
      work.run();
    }
  }

  /// Time passes while no worker gets on; says how often somebody looked, at most so often.
  int passBusy(Duration time, int atMost) {
    long end = now + time.toNanos();
    int looks = 0;
    while (!wakes.isEmpty() && wakes.peek().at() <= end && looks < atMost) {
      var wake = wakes.remove();
      now = Math.max(now, wake.at());
      wake.work().run();
      looks++;
    }
    now = end;
    return looks;
  }

  void pass(Duration time) {
    long end = now + time.toNanos();
    runAll();
    while (!wakes.isEmpty() && wakes.peek().at() <= end) {
      var wake = wakes.remove();
      now = Math.max(now, wake.at());
      wake.work().run();
      runAll();
    }
    now = end;
  }
}
