package karpenter.operator.interruption;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.PoolFacts;
import karpenter.operator.LoopContext;
import karpenter.operator.event.EventNote;
import karpenter.operator.event.EventNote.About;
import karpenter.operator.journal.Decision;
import karpenter.operator.metrics.ClaimLabels;
import karpenter.operator.provider.Notice;
import karpenter.operator.provider.Notice.Response;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What users hear about machines their cloud will take. Told on the claim, and on its node where
/// there is one.
final class InterruptionNews {
  static final String LOOP = "interruption";

  private static final Logger LOG = LoggerFactory.getLogger(LOOP);

  private final LoopContext context;

  InterruptionNews(LoopContext context) {
    this.context = context;
  }

  void warned(Notice notice, ClaimFacts claim) {
    var type = notice.response() == Response.TELL ? EventNote.Type.NORMAL : EventNote.Type.WARNING;
    for (var about : abouts(claim)) {
      tell(about, type, notice.kind(), notice.message());
    }
  }

  void deleted(Notice notice, ClaimFacts claim) {
    var message = "Replacing the node: " + notice.message();
    for (var about : abouts(claim)) {
      tell(about, EventNote.Type.WARNING, "TerminatingOnInterruption", message);
    }
    ClaimLabels.countDisrupted(context.metrics(), claim, ClaimLabels.snakeCase(notice.kind()));
    LOG.atInfo()
        .addKeyValue("NodeClaim", Map.of("name", claim.name()))
        .addKeyValue("messageKind", ClaimLabels.snakeCase(notice.kind()))
        .addKeyValue("action", notice.response().name())
        .log("initiating delete from interruption message");
    context
        .journal()
        .record(
            new Decision(
                context.clock().instant(),
                LOOP,
                "ClaimInterrupted",
                "NodeClaim/" + claim.name(),
                List.of(notice.message()),
                new TreeMap<>(Map.of("kind", notice.kind())),
                context.state().snapshot().version()));
  }

  /// The breaker of the pool does not know of it.
  void uncounted(PoolFacts pool, String why) {
    LOG.atWarn()
        .addKeyValue("NodePool", Map.of("name", pool.name()))
        .addKeyValue("error", why)
        .log("interruptions could not be counted for the spot breaker");
  }

  private List<About> abouts(ClaimFacts claim) {
    var snapshot = context.state().snapshot();
    var node = claim.providerId().map(snapshot::nodesWithProviderId).orElse(List.of());
    return node.isEmpty()
        ? List.of(About.of(claim))
        : List.of(About.of(claim), About.of(node.getFirst()));
  }

  private void tell(About about, EventNote.Type type, String reason, String message) {
    var note =
        switch (type) {
          case NORMAL -> EventNote.normal(about, reason, message);
          case WARNING -> EventNote.warning(about, reason, message);
        };
    context.events().tell(note);
  }
}
