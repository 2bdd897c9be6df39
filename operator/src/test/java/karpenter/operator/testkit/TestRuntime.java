package karpenter.operator.testkit;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import karpenter.operator.Unreachable;
import karpenter.operator.runtime.LoopPlan;
import karpenter.operator.runtime.Outcome;
import karpenter.operator.runtime.Parallel;
import karpenter.operator.runtime.WorkQueue;
import karpenter.operator.state.Change;
import karpenter.operator.state.ClusterState;

/// Runs loops one key at a time, the earliest due first; among equals in the order they were added.
/// What a loop says would come of a reconcile must come of it, without a write.
public final class TestRuntime implements Parallel {
  private static final Duration RETRY = Duration.ofMillis(100);
  private static final int MOST_STEPS = 100_000;

  private final TestClock clock;
  private final List<Queue<?>> queues = new ArrayList<>();
  private final List<String> failures = new ArrayList<>();
  private final SortedSet<String> foregone = new TreeSet<>();
  private int steps;
  private int changes;

  public TestRuntime(TestClock clock) {
    this.clock = clock;
  }

  public void start(List<LoopPlan<?>> plans, ClusterState cluster) {
    plans.forEach(plan -> queues.add(new Queue<>(plan)));
    queues.forEach(Queue::register);
    cluster.subscribe(
        change -> {
          changes++;
          queues.forEach(queue -> queue.tell(change));
        });
  }

  /// Loops that knew of a reconcile what would come of it, by name.
  public SortedSet<String> foregone() {
    return foregone;
  }

  /// Reconciles that failed, with their reasons.
  public List<String> failures() {
    return failures;
  }

  /// How many reconciles there were.
  public int steps() {
    return steps;
  }

  public void run(Duration time) {
    var end = clock.instant().plus(time);
    for (int step = 0; step < MOST_STEPS; step++) {
      var next = earliest();
      if (next.isEmpty() || next.get().due().isAfter(end)) {
        clock.set(end);
        return;
      }
      if (next.get().due().isAfter(clock.instant())) {
        clock.set(next.get().due());
      }
      steps++;
      next.get().queue().runFirst();
    }
    throw new AssertionError("no end after %d reconciles".formatted(MOST_STEPS));
  }

  private record Next(Queue<?> queue, Instant due) {}

  private Optional<Next> earliest() {
    Optional<Next> earliest = Optional.empty();
    for (var queue : queues) {
      var due = queue.firstDue();
      if (due.isPresent() && (earliest.isEmpty() || due.get().isBefore(earliest.get().due()))) {
        earliest = Optional.of(new Next(queue, due.get()));
      }
    }
    return earliest;
  }

  @Override
  public <T, R> List<Result<R>> map(List<T> inputs, int atMost, Call<T, R> call)
      throws InterruptedException {
    var results = new ArrayList<Result<R>>();
    for (var input : inputs) {
      try {
        results.add(new Result.Answered<>(call.of(input)));
      } catch (Unreachable e) {
        results.add(new Result.Unanswered<>(e));
      }
    }
    return results;
  }

  private final class Queue<K> implements WorkQueue<K> {
    private final LoopPlan<K> plan;
    private final Map<K, Instant> due = new LinkedHashMap<>();

    Queue(LoopPlan<K> plan) {
      this.plan = plan;
    }

    void register() {
      plan.loop().registered(this);
      plan.atStart().forEach(this::add);
    }

    void tell(Change change) {
      plan.keys().apply(change).forEach(this::add);
    }

    @Override
    public void add(K key) {
      addAfter(key, Duration.ZERO);
    }

    @Override
    public void addAfter(K key, Duration delay) {
      due.merge(key, clock.instant().plus(delay), (a, b) -> a.isBefore(b) ? a : b);
    }

    @Override
    public int depth() {
      return due.size();
    }

    Optional<Instant> firstDue() {
      return due.values().stream().min(Instant::compareTo);
    }

    void runFirst() {
      var first = firstDue().orElseThrow();
      var key =
          due.entrySet().stream()
              .filter(e -> e.getValue().equals(first))
              .findFirst()
              .orElseThrow()
              .getKey();
      due.remove(key);
      var expected = plan.loop().foregone(key);
      int before = changes;
      var outcome = reconcile(key);
      expected.ifPresent(said -> check(key, said, outcome, changes - before));
      switch (outcome) {
        case Outcome.Done _ -> {}
        case Outcome.Again(var after) -> addAfter(key, after);
        case Outcome.Failed(var reason) -> {
          failures.add(plan.loop().name() + " " + key + ": " + reason);
          addAfter(key, RETRY);
        }
      }
    }

    private void check(K key, Outcome said, Outcome outcome, int writes) {
      foregone.add(plan.loop().name());
      if (!said.equals(outcome) || writes > 0) {
        throw new AssertionError(
            "%s %s said %s beforehand, and came to %s with %d changes"
                .formatted(plan.loop().name(), key, said, outcome, writes));
      }
    }

    private Outcome reconcile(K key) {
      try {
        return plan.loop().reconcile(key);
      } catch (Unreachable e) {
        return Outcome.failed(String.valueOf(e.getMessage()));
      } catch (InterruptedException e) {
        throw new IllegalStateException("nobody interrupts a test", e);
      }
    }
  }
}
