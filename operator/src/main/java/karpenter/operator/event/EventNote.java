package karpenter.operator.event;

import java.time.Duration;
import java.util.List;

/// Something to tell the users of an object.
///
/// @param about who the event is on
/// @param reason the contract with users: never reworded
/// @param dedupe with the reason, what makes two events the same
/// @param quiet how long the same event is not told again
/// @param pace how many events of the reason may be told; those beyond are dropped, and count as
///   told
public record EventNote(
    About about,
    Type type,
    String reason,
    String message,
    List<String> dedupe,
    Duration quiet,
    Pace pace) {

  /// Whether a bucket of tokens stands before the events of a reason.
  public enum Pace {
    UNLIMITED,
    /// Five a second, ten at once.
    FIVE_A_SECOND
  }

  public static final Duration STANDARD_QUIET = Duration.ofMinutes(2);

  public enum Type {
    NORMAL("Normal"),
    WARNING("Warning");

    private final String text;

    Type(String text) {
      this.text = text;
    }

    public String text() {
      return text;
    }
  }

  /// The object an event is on.
  public record About(String apiVersion, String kind, String namespace, String name, String uid) {}

  public static EventNote normal(About about, String reason, String message) {
    return new EventNote(
        about, Type.NORMAL, reason, message, List.of(about.uid()), STANDARD_QUIET, Pace.UNLIMITED);
  }

  public static EventNote warning(About about, String reason, String message) {
    return new EventNote(
        about, Type.WARNING, reason, message, List.of(about.uid()), STANDARD_QUIET, Pace.UNLIMITED);
  }

  public EventNote quietFor(Duration duration) {
    return new EventNote(about, type, reason, message, dedupe, duration, pace);
  }

  public EventNote dedupedBy(String... values) {
    return new EventNote(about, type, reason, message, List.of(values), quiet, pace);
  }

  public EventNote atPace(Pace limit) {
    return new EventNote(about, type, reason, message, dedupe, quiet, limit);
  }
}
