package karpenter.core.disruption.drain;

import java.util.Optional;
import karpenter.core.facts.PdbFacts;
import karpenter.core.facts.PodFacts;

/// What a budget's numbers come to when all its pods are well.
final class PdbArithmetic {
  private PdbArithmetic() {}

  /// Why it never allows an eviction; empty when it may.
  static Optional<String> whyNever(PdbFacts pdb) {
    var written =
        pdb.maxUnavailable()
            .map(text -> "maxUnavailable " + text)
            .or(() -> pdb.minAvailable().map(text -> "minAvailable " + text))
            .orElse("");
    var counts = pdb.counts().filter(c -> c.expected() > 0);
    if (counts.isPresent()) {
      return counts.get().desired() >= counts.get().expected()
          ? Optional.of(
              "%s of %d pods keeps %d"
                  .formatted(written, counts.get().expected(), counts.get().desired()))
          : Optional.empty();
    }
    boolean forbids =
        pdb.maxUnavailable().filter(text -> text.equals("0") || text.equals("0%")).isPresent()
            || pdb.minAvailable().filter("100%"::equals).isPresent();
    return forbids ? Optional.of(written) : Optional.empty();
  }

  /// How many may be away at once when all others are back; at least one, or nothing ever may.
  static int atOnce(PdbFacts pdb) {
    return pdb.counts()
        .filter(c -> c.expected() > 0)
        .map(c -> c.expected() - c.desired())
        .orElse(Math.max(1, pdb.disruptionsAllowed()));
  }

  /// Whether the pod is evicted without asking the budget for room: an unready pod is, where the
  /// budget says so or has enough others (`IfHealthyBudget`, the default).
  static boolean needsNoRoom(PodFacts pod, PdbFacts pdb) {
    if (pod.readySince().isPresent()) {
      return false;
    }
    return pdb.evictsUnhealthy()
        || pdb.counts().filter(c -> c.desired() > 0 && c.healthy() >= c.desired()).isPresent();
  }
}
