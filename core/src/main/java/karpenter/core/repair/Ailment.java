package karpenter.core.repair;

import java.time.Duration;
import java.time.Instant;
import karpenter.core.facts.Condition;

/// A condition of a node that is not tolerated for ever.
///
/// @param since when it got that status
/// @param toleration for how long that is put up with
public record Ailment(
    String condition, Condition.Status status, Instant since, Duration toleration) {

  public Instant toleratedUntil() {
    return since.plus(toleration);
  }

  /// As users read it.
  public String sentence() {
    return "condition %s has been %s since %s, which is tolerated for %s"
        .formatted(condition, status.text(), since, toleration);
  }
}
