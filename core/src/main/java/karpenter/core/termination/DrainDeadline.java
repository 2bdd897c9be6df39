package karpenter.core.termination;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.lifecycle.Deadline;
import karpenter.core.lifecycle.Marks;

/// Until when a claim's node may drain. Written onto the claim when it is deleted, or earlier by
/// whoever cannot wait (spec 02 §3.5).
public final class DrainDeadline {
  private DrainDeadline() {}

  /// A text that is no time sets no deadline: the drain goes on as without one.
  public static Optional<Instant> of(ClaimFacts claim) {
    var text = claim.meta().annotation(Marks.TERMINATION_TIMESTAMP);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(OffsetDateTime.parse(text).toInstant());
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  /// With the deadline, unless it has an earlier one.
  public static ClaimFacts within(ClaimFacts claim, Instant deadline) {
    if (of(claim).filter(earlier -> !earlier.isAfter(deadline)).isPresent()) {
      return claim;
    }
    var text = Deadline.text(deadline);
    return claim.withMeta(claim.meta().withAnnotation(Marks.TERMINATION_TIMESTAMP, text));
  }
}
