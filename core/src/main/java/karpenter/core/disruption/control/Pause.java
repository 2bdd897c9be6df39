package karpenter.core.disruption.control;

import java.time.Instant;

/// Somebody asked for quiet, and said until when and why.
public record Pause(Instant until, String by, String reason) {
  public boolean holds(Instant now) {
    return now.isBefore(until);
  }
}
