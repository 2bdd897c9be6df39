package karpenter.core.lifecycle;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.PodFacts;

/// Which news of a pod disturbs its node, so that consolidation waits anew (spec 02 §1.15).
public final class PodEvents {
  /// Less than the time a disruption command is watched before it runs, so that churn always shows.
  public static final Duration QUIET = Duration.ofSeconds(10);

  private PodEvents() {}

  /// The pod came to its node, ended there, or was told to go. Daemons come with the node and do
  /// not count.
  public static boolean isDisturbance(Optional<PodFacts> before, PodFacts after) {
    if (after.node().isEmpty() || after.isOwnedByDaemonSet()) {
      return false;
    }
    return before
        .map(
            b ->
                b.node().isEmpty()
                    || (!b.isTerminal() && after.isTerminal())
                    || (!b.isTerminating() && after.isTerminating()))
        .orElse(true);
  }

  /// Whether a pod that was there when we began to look came while nobody looked. A restart must
  /// not make every node wait again, so a pod counts only when it was bound later than the last
  /// event anybody wrote down; less than the quiet time later, that event was written for it too.
  public static boolean isNews(PodFacts replayed, ClaimFacts claim) {
    var bound = replayed.scheduling().scheduledAt();
    return bound.isPresent()
        && claim
            .lastPodEvent()
            .map(at -> Duration.between(at, bound.get()).compareTo(QUIET) > 0)
            .orElse(true);
  }

  /// One write each ten seconds says enough.
  public static boolean isWorthWriting(ClaimFacts claim, Instant now) {
    return claim
        .lastPodEvent()
        .map(at -> Duration.between(at, now).compareTo(QUIET) >= 0)
        .orElse(true);
  }
}
