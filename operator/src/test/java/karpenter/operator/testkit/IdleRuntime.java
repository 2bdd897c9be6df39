package karpenter.operator.testkit;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import karpenter.operator.Unreachable;
import karpenter.operator.runtime.Deadlines;
import karpenter.operator.runtime.Loop;
import karpenter.operator.runtime.Outcome;
import karpenter.operator.runtime.Pace;
import karpenter.operator.runtime.Parallel;
import karpenter.operator.runtime.Runtime;
import karpenter.operator.runtime.WorkQueue;

/// Runs nothing, and remembers what it was asked to.
public final class IdleRuntime implements Runtime {
  private final InstantSource clock;
  private final Map<String, List<String>> added = new LinkedHashMap<>();
  private final Map<String, List<Work>> work = new LinkedHashMap<>();
  private boolean isStarted;
  private boolean isClosed;

  public IdleRuntime(InstantSource clock) {
    this.clock = clock;
  }

  private interface Work {
    Outcome reconcile() throws Unreachable, InterruptedException;
  }

  /// Lets a loop look at every key it was told of.
  public void reconcileAll(String loop) throws Unreachable, InterruptedException {
    for (var one : List.copyOf(work.getOrDefault(loop, List.of()))) {
      var _ = one.reconcile();
    }
  }

  public boolean isStarted() {
    return isStarted;
  }

  public boolean isClosed() {
    return isClosed;
  }

  /// The keys a loop was to look at, each time it was told.
  public List<String> added(String loop) {
    return added.getOrDefault(loop, List.of());
  }

  @Override
  public InstantSource clock() {
    return clock;
  }

  @Override
  public Parallel parallel() {
    throw new AssertionError("nothing runs");
  }

  @Override
  public Deadlines deadlines() {
    throw new AssertionError("nothing runs");
  }

  @Override
  public <K> WorkQueue<K> register(Loop<K> loop, Pace pace) {
    var keys = added.computeIfAbsent(loop.name(), _ -> new ArrayList<>());
    var works = work.computeIfAbsent(loop.name(), _ -> new ArrayList<>());
    var queue =
        new WorkQueue<K>() {
          @Override
          public void add(K key) {
            keys.add(key.toString());
            works.add(() -> loop.reconcile(key));
          }

          @Override
          public void addAfter(K key, Duration delay) {
            keys.add(key.toString());
            works.add(() -> loop.reconcile(key));
          }

          @Override
          public int depth() {
            return keys.size();
          }
        };
    loop.registered(queue);
    return queue;
  }

  @Override
  public void start() {
    isStarted = true;
  }

  @Override
  public void close() {
    isClosed = true;
  }
}
