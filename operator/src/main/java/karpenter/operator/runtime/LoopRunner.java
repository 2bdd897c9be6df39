package karpenter.operator.runtime;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.ReentrantLock;
import karpenter.operator.Unreachable;
import karpenter.operator.runtime.LoopListener.Ending;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One loop with its queue. A worker thread takes keys until none is left, then ends; adding a key
/// starts one as long as there are fewer than the pace allows. Threads and time are the engine's,
/// so that real and simulated runtimes queue by the same rules.
public final class LoopRunner<K> implements WorkQueue<K> {
  private static final Logger LOG = LoggerFactory.getLogger("controller");

  private final Loop<K> loop;
  private final Pace pace;
  private final ThreadedRuntime.Engine engine;
  private final LoopListener listener;

  // The lock guards everything below; it is never held while the loop or the listener runs.
  private final ReentrantLock lock = new ReentrantLock();
  private final KeyedQueue<K> queue;
  private int workers;
  private boolean isOpen;
  private boolean isShut;
  private long wakeAt;
  private boolean isWakeSet;

  public LoopRunner(Loop<K> loop, Pace pace, ThreadedRuntime.Engine engine, LoopListener listener) {
    this.loop = loop;
    this.pace = pace;
    this.engine = engine;
    this.listener = listener;
    this.queue = new KeyedQueue<>(pace);
  }

  @Override
  public void add(K key) {
    boolean isNews;
    int depth;
    lock.lock();
    try {
      isNews = queue.add(key, engine.ticks());
      depth = queue.depth();
    } finally {
      lock.unlock();
    }
    if (isNews) {
      listener.added(loop.name(), depth);
      pump();
    }
  }

  @Override
  public void addAfter(K key, Duration delay) {
    lock.lock();
    try {
      queue.addAfter(key, delay, engine.ticks());
    } finally {
      lock.unlock();
    }
    pump();
  }

  @Override
  public int depth() {
    lock.lock();
    try {
      return queue.depth();
    } finally {
      lock.unlock();
    }
  }

  public void open() {
    lock.lock();
    try {
      isOpen = true;
    } finally {
      lock.unlock();
    }
    pump();
  }

  /// Nothing starts from now on.
  public void shut() {
    lock.lock();
    try {
      isShut = true;
    } finally {
      lock.unlock();
    }
  }

  ThreadedRuntime.LoopStatus status() {
    lock.lock();
    try {
      long now = engine.ticks();
      var longest = queue.longestRunning(now);
      return new ThreadedRuntime.LoopStatus(
          loop.name(),
          pace.workers(),
          queue.depth(),
          queue.running(),
          Duration.ofNanos(queue.unfinished(now)),
          Duration.ofNanos(longest.map(KeyedQueue.Longest::nanos).orElse(0L)),
          longest.map(one -> one.key().toString()).orElse(""));
    } finally {
      lock.unlock();
    }
  }

  /// Starts a worker if there is work for one more, and sees to it that somebody looks again when
  /// the next later date falls due.
  private void pump() {
    boolean isWorkerWanted;
    lock.lock();
    try {
      if (!isOpen || isShut) {
        return;
      }
      // Asked even when all workers are busy: what is due joins the line then. A date left behind
      // would be looked at again at once, and again, until a worker is free.
      boolean isWaiting = !queue.isEmpty(engine.ticks());
      isWorkerWanted = isWaiting && workers < pace.workers();
      if (isWorkerWanted) {
        workers++;
      }
      setWake();
    } finally {
      lock.unlock();
    }
    if (isWorkerWanted) {
      startWorker();
    }
  }

  private void startWorker() {
    try {
      engine.run(this::work, this::isLeftOut);
    } catch (RejectedExecutionException closing) {
      // Shut between the look and the start: the key stays in a line that nobody serves.
      lock.lock();
      try {
        workers--;
      } finally {
        lock.unlock();
      }
    }
  }

  private void setWake() {
    var next = queue.nextDate();
    if (next.isEmpty() || (isWakeSet && wakeAt - next.getAsLong() <= 0)) {
      return;
    }
    isWakeSet = true;
    wakeAt = next.getAsLong();
    long at = wakeAt;
    engine.at(at, () -> wake(at));
  }

  private void wake(long at) {
    lock.lock();
    try {
      // An earlier date may have come after this one was set; that one has its own call.
      if (isWakeSet && wakeAt == at) {
        isWakeSet = false;
      }
    } finally {
      lock.unlock();
    }
    pump();
  }

  private void work() {
    for (var taken = take(); taken.isPresent(); taken = take()) {
      // Others may be waiting behind it: they get a worker of their own.
      pump();
      var key = taken.get().key();
      ScopedValue.where(Reconciling.CURRENT, Reconciling.begin(loop.name(), key))
          .run(() -> reconcile(key));
    }
  }

  /// What a worker would do that only looks, without the worker: the same steps in the same order,
  /// so that nobody can tell.
  private boolean isLeftOut() {
    Optional<K> only;
    lock.lock();
    try {
      only = queue.only(engine.ticks());
    } finally {
      lock.unlock();
    }
    var foregone = only.flatMap(loop::foregone).filter(LoopRunner::isOver);
    if (foregone.isEmpty()) {
      return false;
    }
    var taken = take();
    if (taken.isPresent()) {
      pump();
      var key = taken.get().key();
      var outcome = foregone.get();
      ended(key, outcome, endingOf(outcome), Optional.empty(), engine.ticks());
      if (take().isPresent()) {
        throw new IllegalStateException(loop.name() + ": a key that rests was handed out again");
      }
    }
    return true;
  }

  /// Whether the key is not handed out again at once.
  private static boolean isOver(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Done _ -> true;
      case Outcome.Again(var after) -> after.isPositive();
      case Outcome.Failed _ -> false;
    };
  }

  private Optional<KeyedQueue.Taken<K>> take() {
    Optional<KeyedQueue.Taken<K>> taken;
    int depth;
    int active;
    lock.lock();
    try {
      taken = isShut ? Optional.empty() : queue.take(engine.ticks());
      if (taken.isEmpty()) {
        workers--;
        return taken;
      }
      depth = queue.depth();
      active = queue.running();
    } finally {
      lock.unlock();
    }
    listener.started(loop.name(), depth, active, Duration.ofNanos(taken.get().waited()));
    return taken;
  }

  private void reconcile(K key) {
    long began = engine.ticks();
    Outcome outcome;
    Ending ending;
    Optional<Duration> asked = Optional.empty();
    try {
      outcome = loop.reconcile(key);
      ending = endingOf(outcome);
      if (outcome instanceof Outcome.Failed(var reason)) {
        logFailure(reason);
      }
    } catch (Unreachable unreachable) {
      asked = unreachable.retryAfter();
      outcome = Outcome.failed(String.valueOf(unreachable.getMessage()));
      ending = Ending.ERROR;
      logFailure(String.valueOf(unreachable.getMessage()));
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
      outcome = Outcome.failed("interrupted");
      ending = Ending.ERROR;
    } catch (RuntimeException | Error panic) {
      // One object that nobody foresaw must not stop the others.
      outcome = Outcome.failed(panic.toString());
      ending = Ending.PANIC;
      LOG.atError().setCause(panic).addKeyValue("error", panic.toString()).log("Observed a panic");
    }
    ended(key, outcome, ending, asked, began);
  }

  private void ended(K key, Outcome outcome, Ending ending, Optional<Duration> asked, long began) {
    boolean isRetry;
    int active;
    long now;
    lock.lock();
    try {
      now = engine.ticks();
      isRetry = queue.ended(key, outcome, asked, now);
      active = queue.running();
      if (isOpen && !isShut) {
        setWake();
      }
    } finally {
      lock.unlock();
    }
    listener.ended(loop.name(), active, ending, Duration.ofNanos(now - began));
    if (isRetry) {
      listener.retried(loop.name());
    }
  }

  private static Ending endingOf(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Done _ -> Ending.SUCCESS;
      case Outcome.Again _ -> Ending.REQUEUE_AFTER;
      case Outcome.Failed _ -> Ending.ERROR;
    };
  }

  private static void logFailure(String reason) {
    LOG.atError().addKeyValue("error", reason).log("Reconciler error");
  }
}
