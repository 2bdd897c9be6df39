package karpenter.operator.runtime;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import karpenter.operator.Unreachable;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Every call on a virtual thread of its own, which its caller can give up. Log lines of the call
/// belong to the reconcile that made it.
public final class ThreadedDeadlines implements Deadlines {
  private static final Logger LOG = LoggerFactory.getLogger("controller");

  private final ThreadedRuntime.Engine engine;

  // The monitor guards which calls run although nobody waits for them, by kind.
  private final Map<String, Set<Attempt<?>>> abandoned = new HashMap<>();

  ThreadedDeadlines(ThreadedRuntime.Engine engine) {
    this.engine = engine;
  }

  /// Calls of one kind that were given up and still run.
  ///
  /// @param isFull so many that no further call of the kind is made
  /// @param oldest how long ago the first of them was given up
  public record Abandoned(String call, int count, boolean isFull, Duration oldest) {}

  @Override
  public <T> T within(Limit limit, Call<T> call) throws Overdue, Unreachable, InterruptedException {
    refuseWhenFull(limit);
    var attempt = new Attempt<>(limit, call);
    engine.at(engine.ticks() + limit.time().toNanos(), attempt::giveUp);
    Thread.ofVirtual().name("call-" + limit.name()).start(attempt);
    return attempt.answer();
  }

  /// By kind of call.
  public synchronized List<Abandoned> abandoned() {
    long now = engine.ticks();
    var kinds = new TreeMap<String, Abandoned>();
    abandoned.forEach(
        (kind, attempts) ->
            kinds.put(
                kind,
                new Abandoned(
                    kind,
                    attempts.size(),
                    attempts.stream().anyMatch(one -> attempts.size() >= one.limit.abandoned()),
                    Duration.ofNanos(
                        attempts.stream().mapToLong(one -> now - one.givenUpAt).max().orElse(0)))));
    return List.copyOf(kinds.values());
  }

  private synchronized void refuseWhenFull(Limit limit) throws Overdue {
    int running = abandoned.getOrDefault(limit.name(), Set.of()).size();
    if (running >= limit.abandoned()) {
      throw new Overdue(
          "%s is not called: %d earlier calls were not answered within %s and still run"
              .formatted(limit.name(), running, limit.time()));
    }
  }

  private synchronized void abandon(Attempt<?> attempt) {
    if (!attempt.hasEnded) {
      attempt.givenUpAt = engine.ticks();
      abandoned.computeIfAbsent(attempt.limit.name(), _ -> new HashSet<>()).add(attempt);
    }
  }

  /// Says whether nobody waited for it any more.
  private synchronized boolean ended(Attempt<?> attempt) {
    attempt.hasEnded = true;
    var others = abandoned.get(attempt.limit.name());
    boolean wasAbandoned = others != null && others.remove(attempt);
    if (others != null && others.isEmpty()) {
      abandoned.remove(attempt.limit.name());
    }
    return wasAbandoned;
  }

  private final class Attempt<T> implements Runnable {
    private final Limit limit;
    private final FutureTask<T> task;
    private final @Nullable Reconciling reconciling = Reconciling.current().orElse(null);

    // Guarded by the monitor of the deadlines.
    private boolean hasEnded;
    private long givenUpAt;

    Attempt(Limit limit, Call<T> call) {
      this.limit = limit;
      this.task = new FutureTask<>(call::make);
    }

    @Override
    public void run() {
      if (reconciling == null) {
        make();
      } else {
        ScopedValue.where(Reconciling.CURRENT, reconciling).run(this::make);
      }
    }

    private void make() {
      task.run();
      if (ended(this)) {
        LOG.atInfo()
            .addKeyValue("call", limit.name())
            .addKeyValue("limit", limit.time())
            .log("a call that was given up has ended");
      }
    }

    /// Interrupts it; nothing happens when it has been answered.
    void giveUp() {
      if (task.cancel(true)) {
        abandon(this);
      }
    }

    T answer() throws Overdue, Unreachable, InterruptedException {
      try {
        return task.get();
      } catch (CancellationException givenUp) {
        throw new Overdue("%s was not answered within %s".formatted(limit.name(), limit.time()));
      } catch (InterruptedException interrupted) {
        giveUp();
        throw interrupted;
      } catch (ExecutionException failed) {
        throw failure(failed);
      }
    }

    private static RuntimeException failure(ExecutionException failed)
        throws Unreachable, InterruptedException {
      switch (failed.getCause()) {
        case Unreachable unreachable -> throw unreachable;
        case InterruptedException interrupted -> throw interrupted;
        case RuntimeException exception -> throw exception;
        case Error error -> throw error;
        case null, default -> throw new IllegalStateException(failed);
      }
    }
  }
}
