package karpenter.operator.event;

import java.time.Duration;
import java.util.List;

/// Something to tell the users of an object.
///
/// @param about who the event is on
/// @param reason the contract with users: never reworded
/// @param dedupe with the reason, what makes two events the same
/// @param quiet how long the same event is not told again
public record EventNote(
    About about, Type type, String reason, String message, List<String> dedupe, Duration quiet) {

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
    return new EventNote(about, Type.NORMAL, reason, message, List.of(about.uid()), STANDARD_QUIET);
  }

  public static EventNote warning(About about, String reason, String message) {
    return new EventNote(
        about, Type.WARNING, reason, message, List.of(about.uid()), STANDARD_QUIET);
  }

  public EventNote quietFor(Duration duration) {
    return new EventNote(about, type, reason, message, dedupe, duration);
  }

  public EventNote dedupedBy(String... values) {
    return new EventNote(about, type, reason, message, List.of(values), quiet);
  }
}
