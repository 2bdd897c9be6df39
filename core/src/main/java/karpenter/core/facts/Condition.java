package karpenter.core.facts;

import java.time.Instant;

/// A status condition of an object.
///
/// @param since when the status last changed; a new reason or message alone keeps it
public record Condition(
    String type,
    Status status,
    String reason,
    String message,
    Instant since,
    long observedGeneration) {

  /// Unknown is a status of its own, and the one a condition starts with.
  public enum Status {
    TRUE("True"),
    FALSE("False"),
    UNKNOWN("Unknown");

    private final String text;

    Status(String text) {
      this.text = text;
    }

    public String text() {
      return text;
    }

    /// What is neither true nor false is unknown, whatever word somebody used for it.
    public static Status of(String text) {
      return switch (text) {
        case "True" -> TRUE;
        case "False" -> FALSE;
        default -> UNKNOWN;
      };
    }
  }

  public boolean isTrue() {
    return status == Status.TRUE;
  }
}
