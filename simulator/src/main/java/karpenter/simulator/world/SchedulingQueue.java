package karpenter.simulator.world;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import karpenter.core.facts.PodFacts;

/// Which waiting pods the scheduler tries: each when it comes, and after that only when something
/// happened that may help it, and not before it has waited a while: a second after the first
/// failure, twice as long after each, ten seconds at most.
final class SchedulingQueue {
  private static final Duration MOST = Duration.ofSeconds(10);

  private final Map<String, Failed> failures = new HashMap<>();

  private static final class Failed {
    int attempts;
    Instant notBefore = Instant.MIN;
    boolean mayHelp;
  }

  /// It waits no more.
  void forget(PodFacts pod) {
    failures.remove(pod.uid());
  }

  /// Something happened; those whom it may help will be tried again.
  void stir(Collection<PodFacts> waiting, Predicate<PodFacts> mayHelp) {
    for (var pod : waiting) {
      var failed = failures.get(pod.uid());
      if (failed != null && !failed.mayHelp) {
        failed.mayHelp = mayHelp.test(pod);
      }
    }
  }

  List<PodFacts> due(Collection<PodFacts> waiting, Instant now) {
    var due = new ArrayList<PodFacts>();
    for (var pod : waiting) {
      var failed = failures.get(pod.uid());
      if (failed == null || (failed.mayHelp && left(failed, now).isEmpty())) {
        due.add(pod);
      }
    }
    return due;
  }

  /// When somebody is to be tried again.
  Optional<Instant> next(Instant now) {
    Optional<Instant> first = Optional.empty();
    for (var failed : failures.values()) {
      if (failed.mayHelp) {
        var when = left(failed, now).map(now::plus).orElse(now);
        first = first.filter(earlier -> !when.isBefore(earlier)).or(() -> Optional.of(when));
      }
    }
    return first;
  }

  void failed(PodFacts pod, Instant now) {
    var failed = failures.computeIfAbsent(pod.uid(), _ -> new Failed());
    var wait = Duration.ofSeconds(1L << Math.min(failed.attempts, 4));
    failed.attempts++;
    failed.notBefore = now.plus(wait.compareTo(MOST) > 0 ? MOST : wait);
    failed.mayHelp = false;
  }

  void placed(PodFacts pod) {
    failures.remove(pod.uid());
  }

  /// A clock that was set back makes nobody wait longer than the longest wait.
  private static Optional<Duration> left(Failed failed, Instant now) {
    var left = Duration.between(now, failed.notBefore);
    return left.isPositive() && left.compareTo(MOST) <= 0 ? Optional.of(left) : Optional.empty();
  }
}
