package karpenter.operator.runtime;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Runs loops in real time, each reconcile on a virtual thread of its own. A loop that has nothing
/// to do has no thread.
public final class ThreadedRuntime implements Runtime {
  /// Kubernetes gives a process thirty seconds to end; some of them are for letting go of the
  /// lease.
  public static final Duration CLOSING_LIMIT = Duration.ofSeconds(20);

  private static final Logger LOG = LoggerFactory.getLogger("controller");

  private final InstantSource clock;
  private final Engine engine;
  private final LoopListener listener;
  private final Parallel parallel = new ThreadedParallel();
  private final ThreadedDeadlines deadlines;
  private final List<LoopRunner<?>> runners = new CopyOnWriteArrayList<>();
  private final AtomicBoolean isStarted = new AtomicBoolean();

  /// How a loop stands, for gauges that are read rather than told.
  ///
  /// @param unfinished how long the running reconciles have run, added up
  /// @param longestKey of the one that has run longest; empty when none runs
  public record LoopStatus(
      String loop,
      int workers,
      int depth,
      int active,
      Duration unfinished,
      Duration longest,
      String longestKey) {}

  public ThreadedRuntime(InstantSource clock, LoopListener listener) {
    this(clock, listener, new ThreadEngine());
  }

  /// @param engine threads and time of somebody else
  public ThreadedRuntime(InstantSource clock, LoopListener listener, Engine engine) {
    this.clock = clock;
    this.listener = listener;
    this.engine = engine;
    this.deadlines = new ThreadedDeadlines(engine);
  }

  @Override
  public InstantSource clock() {
    return clock;
  }

  @Override
  public Parallel parallel() {
    return parallel;
  }

  @Override
  public ThreadedDeadlines deadlines() {
    return deadlines;
  }

  @Override
  public <K> WorkQueue<K> register(Loop<K> loop, Pace pace) {
    if (isStarted.get()) {
      throw new IllegalStateException("too late to register " + loop.name());
    }
    var runner = new LoopRunner<>(loop, pace, engine, listener);
    runners.add(runner);
    listener.registered(loop.name(), pace.workers());
    loop.registered(runner);
    return runner;
  }

  @Override
  public void start() {
    if (isStarted.compareAndSet(false, true)) {
      runners.forEach(LoopRunner::open);
    }
  }

  /// In the order of registration.
  public List<LoopStatus> status() {
    return runners.stream().map(LoopRunner::status).toList();
  }

  @Override
  public void close() {
    runners.forEach(LoopRunner::shut);
    if (!engine.close(CLOSING_LIMIT)) {
      LOG.atWarn().addKeyValue("active", active()).log("ended with reconciles still running");
    }
  }

  private long active() {
    return runners.stream().mapToLong(runner -> runner.status().active()).sum();
  }

  /// Threads and time, so that tests and simulations can bring their own.
  public interface Engine {
    /// Nanoseconds since whenever.
    long ticks();

    void run(Runnable work);

    /// Runs the work unless, right before it would begin, it turns out that it can be left out.
    ///
    /// @param isLeftOut if it says so, it has done all that was left to do
    default void run(Runnable work, BooleanSupplier isLeftOut) {
      run(work);
    }

    /// Runs a short piece of work once the ticks have been reached.
    void at(long ticks, Runnable work);

    /// Starts nothing more and waits for what runs; interrupts it and says no when the limit is
    /// reached.
    boolean close(Duration limit);
  }
}
