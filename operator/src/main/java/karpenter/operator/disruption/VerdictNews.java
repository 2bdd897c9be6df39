package karpenter.operator.disruption;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import karpenter.core.cluster.StateNode;
import karpenter.core.disruption.Obstacle;
import karpenter.core.disruption.Verdict;
import karpenter.operator.LoopContext;
import karpenter.operator.event.EventNote;
import karpenter.operator.event.EventNote.About;
import karpenter.operator.journal.Decision;

/// Tells when the verdict on a node has changed. The first one is not told: after a start there is
/// one for every node, and none of them is news.
final class VerdictNews {
  static final String EVENT = "DisruptionVerdict";

  /// One event a node in this time, whatever else changes: the journal has the rest.
  static final Duration QUIET = Duration.ofMinutes(15);

  private static final String FREE = "Nothing stands in the way of its disruption";

  private final LoopContext context;

  VerdictNews(LoopContext context) {
    this.context = context;
  }

  /// @param before empty: nothing was known of the node, and what is found first is no news
  void tell(StateNode node, Optional<Verdict> before, Verdict verdict) {
    if (before.isEmpty()) {
      return;
    }
    var reasons = reasons(verdict);
    node.node()
        .ifPresent(
            n ->
                context
                    .events()
                    .tell(
                        EventNote.normal(About.of(n), EVENT, String.join("; ", reasons))
                            .quietFor(QUIET)));
    var details = new TreeMap<String, String>();
    details.put("nodepool", verdict.pool());
    details.put("node", verdict.node());
    verdict
        .best()
        .ifPresent(
            move -> {
              details.put("method", move.method().name());
              details.put("saving", Double.toString(move.saving()));
            });
    context
        .journal()
        .record(
            new Decision(
                context.clock().instant(),
                DisruptionLoop.NAME,
                "VerdictChanged",
                "NodeClaim/" + verdict.claim(),
                reasons,
                details,
                context.state().snapshot().version()));
  }

  /// What would be saved, and what stands in the way.
  static List<String> reasons(Verdict verdict) {
    var reasons = new ArrayList<String>();
    verdict
        .best()
        .filter(move -> move.saving() > 0)
        .ifPresent(move -> reasons.add("Would save " + move.savingSentence()));
    verdict.obstacles().stream().map(Obstacle::sentence).distinct().forEach(reasons::add);
    if (verdict.obstacles().isEmpty()) {
      reasons.add(FREE);
    }
    return reasons;
  }
}
