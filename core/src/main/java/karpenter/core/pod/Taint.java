package karpenter.core.pod;

/// A mark on a node that keeps pods away unless they tolerate it.
public record Taint(String key, String value, Effect effect) {
  public enum Effect {
    NO_SCHEDULE,
    PREFER_NO_SCHEDULE,
    NO_EXECUTE
  }
}
