package karpenter.simulator.runtime;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import karpenter.operator.runtime.Deadlines;
import karpenter.operator.runtime.Loop;
import karpenter.operator.runtime.LoopListener;
import karpenter.operator.runtime.LoopRunner;
import karpenter.operator.runtime.Pace;
import karpenter.operator.runtime.Parallel;
import karpenter.operator.runtime.Runtime;
import karpenter.operator.runtime.ThreadedRuntime;
import karpenter.operator.runtime.WorkQueue;

/// Runs loops in virtual time, by the queues of the threaded runtime. Reconciles take turns: one
/// goes on at a time, and hands over at every port call.
public final class SimulatedRuntime implements Runtime {
  /// Virtual time that reconciles are given to end.
  private static final Duration CLOSING_LIMIT = Duration.ofMinutes(2);

  private final Timeline timeline;
  private final Life life;
  private final LoopListener listener;
  private final Parallel parallel;
  private final Deadlines deadlines;
  private final List<LoopRunner<?>> runners = new ArrayList<>();
  private int running;
  private Looks looks = Looks.LEFT_OUT;
  private int leftOut;

  /// Whether loops that would look and rest again are run for it.
  public enum Looks {
    LEFT_OUT,
    MADE
  }

  public SimulatedRuntime(Timeline timeline, Life life, LoopListener listener) {
    this.timeline = timeline;
    this.life = life;
    this.listener = listener;
    this.parallel = new SimulatedParallel(timeline, life);
    this.deadlines = new SimulatedDeadlines(timeline);
  }

  public void looks(Looks now) {
    looks = now;
  }

  /// Reconciles that were not run, because they would have done nothing.
  public int leftOut() {
    return leftOut;
  }

  @Override
  public InstantSource clock() {
    return timeline;
  }

  @Override
  public Parallel parallel() {
    return parallel;
  }

  @Override
  public Deadlines deadlines() {
    return deadlines;
  }

  @Override
  public <K> WorkQueue<K> register(Loop<K> loop, Pace pace) {
    var runner = new LoopRunner<>(loop, pace, new VirtualEngine(loop.name()), listener);
    runners.add(runner);
    listener.registered(loop.name(), pace.workers());
    loop.registered(runner);
    return runner;
  }

  @Override
  public void start() {
    runners.forEach(LoopRunner::open);
  }

  @Override
  public void close() {
    runners.forEach(LoopRunner::shut);
    long limit = timeline.ticks() + CLOSING_LIMIT.toNanos();
    while (running > 0 && timeline.step(limit)) {
      // Running reconciles end.
    }
    life.end();
  }

  /// As `kill -9`: nothing of it goes on, and nothing is written any more.
  public void kill() {
    life.end();
    runners.forEach(LoopRunner::shut);
  }

  /// Reconciles that have begun and not ended.
  public int running() {
    return running;
  }

  private final class VirtualEngine implements ThreadedRuntime.Engine {
    private final String loop;

    VirtualEngine(String loop) {
      this.loop = loop;
    }

    @Override
    public long ticks() {
      return timeline.ticks();
    }

    @Override
    public void run(Runnable work) {
      run(work, () -> false);
    }

    @Override
    public void run(Runnable work, BooleanSupplier isLeftOut) {
      running++;
      timeline.start(
          life,
          loop,
          () -> {
            try {
              if (!life.isOver()) {
                work.run();
              }
            } finally {
              running--;
            }
          },
          () -> isNotRun(isLeftOut));
    }

    private boolean isNotRun(BooleanSupplier isLeftOut) {
      boolean isNotRun = life.isOver() || (looks == Looks.LEFT_OUT && isLeftOut.getAsBoolean());
      if (isNotRun) {
        running--;
        leftOut += life.isOver() ? 0 : 1;
      }
      return isNotRun;
    }

    @Override
    public void at(long ticks, Runnable work) {
      timeline.at(
          ticks,
          () -> {
            if (!life.isOver()) {
              work.run();
            }
          });
    }

    @Override
    public boolean close(Duration limit) {
      return running == 0;
    }
  }
}
