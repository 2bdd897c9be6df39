package karpenter.core.lifecycle;

import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import karpenter.core.facts.ClaimFacts;

/// Until when the pods of a claim that goes are waited for (spec 02 §1.8).
public final class Deadline {
  private Deadline() {}

  /// The claim with its deadline written down; empty when it has none, or has one already: repair
  /// and interruption may have set an earlier one.
  public static Optional<ClaimFacts> written(ClaimFacts claim) {
    var deleted = claim.meta().deleted();
    var grace = claim.terminationGracePeriod();
    if (deleted.isEmpty()
        || grace.isEmpty()
        || claim.meta().annotations().containsKey(Marks.TERMINATION_TIMESTAMP)) {
      return Optional.empty();
    }
    return Optional.of(
        claim.withMeta(
            claim
                .meta()
                .withAnnotation(
                    Marks.TERMINATION_TIMESTAMP, text(deleted.get().plus(grace.get())))));
  }

  /// As upstream writes times: whole seconds, in UTC.
  public static String text(Instant at) {
    return DateTimeFormatter.ISO_INSTANT.format(at.truncatedTo(ChronoUnit.SECONDS));
  }
}
