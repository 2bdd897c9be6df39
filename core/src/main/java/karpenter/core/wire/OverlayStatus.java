package karpenter.core.wire;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import karpenter.api.v1alpha1.NodeOverlay;
import karpenter.core.facts.Condition;
import karpenter.core.facts.Conditions;
import karpenter.core.wire.OverlayStore.Verdict;

/// What an overlay says of itself.
public final class OverlayStatus {
  public static final String VALIDATION_SUCCEEDED = "ValidationSucceeded";

  private OverlayStatus() {}

  /// Equal to the conditions it has when the verdict is nothing new.
  public static List<karpenter.api.Condition> conditions(
      NodeOverlay overlay, Verdict verdict, Instant now) {
    var before =
        Conditions.stored(overlay.status().conditions().stream().map(OverlayStatus::read).toList());
    var subject = subject(overlay);
    var after =
        switch (verdict) {
          case Verdict.Accepted() -> before.setTrue(VALIDATION_SUCCEEDED, subject, now);
          case Verdict.Invalid(var message) ->
              before.set(
                  VALIDATION_SUCCEEDED,
                  Condition.Status.FALSE,
                  "RuntimeValidation",
                  message,
                  subject,
                  now);
          case Verdict.Conflicting(var message) ->
              before.set(
                  VALIDATION_SUCCEEDED, Condition.Status.FALSE, "Conflict", message, subject, now);
        };
    return after.equals(before)
        ? overlay.status().conditions()
        : after.list().stream().map(OverlayStatus::written).toList();
  }

  private static Conditions.Subject subject(NodeOverlay overlay) {
    var metadata = overlay.metadata();
    return new Conditions.Subject(
        List.of(VALIDATION_SUCCEEDED),
        Optional.ofNullable(metadata.generation()).orElse(0L),
        Optional.ofNullable(metadata.creationTimestamp()).orElse(Instant.EPOCH),
        metadata.deletionTimestamp() != null);
  }

  private static Condition read(karpenter.api.Condition condition) {
    return new Condition(
        condition.type(),
        Condition.Status.of(condition.status()),
        Optional.ofNullable(condition.reason()).orElse(""),
        Optional.ofNullable(condition.message()).orElse(""),
        Optional.ofNullable(condition.lastTransitionTime()).orElse(Instant.EPOCH),
        Optional.ofNullable(condition.observedGeneration()).orElse(0L));
  }

  private static karpenter.api.Condition written(Condition condition) {
    return new karpenter.api.Condition(
        condition.type(),
        condition.status().text(),
        condition.reason(),
        condition.message(),
        condition.since(),
        condition.observedGeneration());
  }
}
