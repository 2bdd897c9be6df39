package karpenter.core.termination;

import java.time.Instant;
import java.util.Optional;
import karpenter.core.facts.PodFacts;

/// What to do next with a pod that is to leave its node (spec 02 §3.4).
public sealed interface EvictionStep {
  /// Delete it: its node has no more time.
  record Force(long graceSeconds) implements EvictionStep {}

  /// Ask the API server, which asks the budgets.
  record Evict() implements EvictionStep {}

  /// It is on its way, or has ended.
  record Forget() implements EvictionStep {}

  /// Not now.
  ///
  /// @param until when that may change by itself
  record Hold(HoldReason reason, Optional<Instant> until) implements EvictionStep {}

  /// Why a pod is not asked to go.
  enum HoldReason {
    DO_NOT_DISRUPT,
    TOLERATES_DISRUPTED,
    MIRROR
  }

  /// @param deadline when its node goes whatever it does
  static EvictionStep of(PodFacts pod, Optional<Instant> deadline, Instant now) {
    if (deadline.isPresent() && ForcedDeletion.isDue(pod, deadline.get(), now)) {
      return new Force(ForcedDeletion.graceSeconds(deadline.get(), now));
    }
    if (!pod.isActive()) {
      return new Forget();
    }
    var forcedAt = deadline.flatMap(end -> ForcedDeletion.dueAt(pod, end));
    if (pod.isOwnedByNode()) {
      return new Hold(HoldReason.MIRROR, forcedAt);
    }
    if (PodPredicates.toleratesDisrupted(pod)) {
      return new Hold(HoldReason.TOLERATES_DISRUPTED, forcedAt);
    }
    var protection = Protection.of(pod, now);
    if (protection.isActive()) {
      return new Hold(HoldReason.DO_NOT_DISRUPT, earlier(forcedAt, end(protection)));
    }
    return new Evict();
  }

  private static Optional<Instant> end(Protection protection) {
    return protection instanceof Protection.Until(var end) ? Optional.of(end) : Optional.empty();
  }

  private static Optional<Instant> earlier(Optional<Instant> one, Optional<Instant> other) {
    if (one.isEmpty() || other.isEmpty()) {
      return one.or(() -> other);
    }
    return one.get().isBefore(other.get()) ? one : other;
  }
}
