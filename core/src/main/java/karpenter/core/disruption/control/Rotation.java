package karpenter.core.disruption.control;

import java.time.Instant;

/// Nodes from before a moment shall be replaced, as if they had drifted. The moment is its own
/// memory: a node that came after it is done, whoever looks.
///
/// @param by who asked; may be empty, as may the reason
public record Rotation(Instant before, String by, String reason) {
  /// The reason of the claim's `Drifted` condition.
  public static final String REASON = "RotationRequested";

  public boolean wants(Instant created, Instant now) {
    return created.isBefore(before) && !now.isBefore(before);
  }
}
