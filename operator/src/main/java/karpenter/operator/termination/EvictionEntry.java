package karpenter.operator.termination;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import karpenter.core.facts.PodFacts;

/// A pod that is to leave its node.
///
/// @param pod as it was when it was added; only its labels are asked for
/// @param deadline when its node goes whatever it does
/// @param attempts how often it could not be evicted
/// @param isHeldBack the last attempt failed for a disruption budget
/// @param accepted when the API server agreed; the watch has not told yet
record EvictionEntry(
    PodFacts pod,
    Optional<Instant> deadline,
    int attempts,
    boolean isHeldBack,
    Optional<Instant> accepted) {

  private static final Duration FIRST_WAIT = Duration.ofMillis(100);
  private static final Duration MAX_WAIT = Duration.ofSeconds(10);
  private static final int ATTEMPTS_TO_MAX_WAIT = 7;

  static EvictionEntry of(PodFacts pod, Optional<Instant> deadline) {
    return new EvictionEntry(pod, deadline, 0, false, Optional.empty());
  }

  /// With the earlier of the two deadlines.
  EvictionEntry within(Optional<Instant> other) {
    return isEarlier(other) ? new EvictionEntry(pod, other, attempts, isHeldBack, accepted) : this;
  }

  boolean isEarlier(Optional<Instant> other) {
    return other.isPresent() && (deadline.isEmpty() || other.get().isBefore(deadline.get()));
  }

  EvictionEntry accepted(Instant at) {
    return new EvictionEntry(pod, deadline, attempts, false, Optional.of(at));
  }

  EvictionEntry failed(boolean byBudget) {
    return new EvictionEntry(pod, deadline, attempts + 1, byBudget, Optional.empty());
  }

  /// How long to wait before the next attempt.
  Duration backOff() {
    if (attempts > ATTEMPTS_TO_MAX_WAIT) {
      return MAX_WAIT;
    }
    var wait = FIRST_WAIT.multipliedBy(1L << Math.max(0, attempts - 1));
    return wait.compareTo(MAX_WAIT) < 0 ? wait : MAX_WAIT;
  }
}
