package karpenter.core.requirement;

/// Why what is offered cannot be what is demanded, on one label.
public record Conflict(String key, ValueSet offered, ValueSet demanded, Kind kind) {

  public enum Kind {
    /// The label is not offered at all, and the demand does not accept its absence.
    UNDEFINED,
    /// Both speak of the label and no state suits both.
    DISJOINT,
    /// What is offered may turn out to be something else than what is demanded.
    UNDECIDED,
    /// One side contradicts itself, so that nothing can meet it.
    CONTRADICTORY
  }

  public String sentence() {
    return switch (kind) {
      case UNDEFINED -> "label %s has no known values, but %s is required".formatted(key, demanded);
      case DISJOINT ->
          "%s %s is required, but only %s is offered".formatted(key, demanded, offered);
      case UNDECIDED ->
          "%s %s is required, but it may become any of %s".formatted(key, demanded, offered);
      case CONTRADICTORY -> "the requirements on %s contradict each other".formatted(key);
    };
  }
}
