package karpenter.core.termination;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import karpenter.core.facts.PodFacts;

/// When a pod is deleted rather than asked to go, because its node has a deadline (spec 02 §3.5).
/// Budgets and do-not-disrupt do not count then.
public final class ForcedDeletion {
  /// Never zero: the kubelet must still confirm that the pod has stopped.
  private static final long LEAST_GRACE_SECONDS = 1;

  private ForcedDeletion() {}

  /// From when on the pod must be deleted to have its whole grace before the deadline; empty for
  /// pods that are being deleted, and for those that never said how long they take.
  public static Optional<Instant> dueAt(PodFacts pod, Instant deadline) {
    return pod.isTerminating() || pod.graceSeconds().isEmpty()
        ? Optional.empty()
        : Optional.of(deadline.minusSeconds(pod.graceSeconds().getAsLong()));
  }

  public static boolean isDue(PodFacts pod, Instant deadline, Instant now) {
    return pod.deleted()
        .map(end -> isTooLate(end, deadline, now))
        .or(() -> dueAt(pod, deadline).map(due -> !now.isBefore(due)))
        .orElse(false);
  }

  /// It may take longer than its node has, and deleting it once more would shorten that.
  private static boolean isTooLate(Instant end, Instant deadline, Instant now) {
    return end.isAfter(deadline) && end.isAfter(now.plusSeconds(graceSeconds(deadline, now)));
  }

  /// What is left until the deadline.
  public static long graceSeconds(Instant deadline, Instant now) {
    return Math.max(LEAST_GRACE_SECONDS, Duration.between(now, deadline).toSeconds());
  }
}
