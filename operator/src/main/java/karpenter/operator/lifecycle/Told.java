package karpenter.operator.lifecycle;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import karpenter.core.facts.ClaimFacts;
import karpenter.operator.LoopContext;
import karpenter.operator.event.EventNote;
import karpenter.operator.journal.Decision;

/// Writes down what a loop decided about a claim.
record Told(LoopContext ctx, String loop) {
  void decided(String kind, ClaimFacts claim, String reason) {
    decided(kind, claim, reason, Map.of());
  }

  void decided(String kind, ClaimFacts claim, String reason, Map<String, String> details) {
    decided(kind, "NodeClaim/" + claim.name(), reason, details);
  }

  void decided(String kind, String subject, String reason, Map<String, String> details) {
    ctx.journal()
        .record(
            new Decision(
                ctx.clock().instant(),
                loop,
                kind,
                subject,
                List.of(reason),
                new TreeMap<>(details),
                ctx.state().snapshot().version()));
  }

  void warning(ClaimFacts claim, String reason, String message) {
    ctx.events().tell(EventNote.warning(EventNote.About.of(claim), reason, message));
  }
}
