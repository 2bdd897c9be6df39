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

  /// A pod that was already there when we began to look is no news: a restart must not make every
  /// node wait again. One that was bound since is.
  public static boolean isNews(PodFacts replayed, Instant started) {
    return replayed.scheduling().scheduledAt().map(at -> at.isAfter(started)).orElse(false);
  }

  /// One write each ten seconds says enough.
  public static boolean isWorthWriting(ClaimFacts claim, Instant now) {
    return claim
        .lastPodEvent()
        .map(at -> Duration.between(at, now).compareTo(QUIET) >= 0)
        .orElse(true);
  }
}
