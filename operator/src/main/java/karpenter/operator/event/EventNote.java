package karpenter.operator.event;

import java.time.Duration;
import java.util.List;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.Meta;
import karpenter.core.facts.NodeFacts;
import karpenter.core.facts.PodFacts;
import karpenter.core.facts.PoolFacts;

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
  public record About(String apiVersion, String kind, String namespace, String name, String uid) {
    public static About of(ClaimFacts claim) {
      return of("karpenter.sh/v1", "NodeClaim", claim.meta());
    }

    public static About of(PoolFacts pool) {
      return of("karpenter.sh/v1", "NodePool", pool.meta());
    }

    public static About of(NodeFacts node) {
      return of("v1", "Node", node.meta());
    }

    public static About of(PodFacts pod) {
      return new About("v1", "Pod", pod.namespace(), pod.name(), pod.uid());
    }

    private static About of(String apiVersion, String kind, Meta meta) {
      return new About(apiVersion, kind, meta.namespace(), meta.name(), meta.uid());
    }
  }

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
