package karpenter.core.disruption;

/// A way to find nodes that should go, in the order they are tried (spec 02 §2.2).
public enum Method {
  EMPTINESS(Reason.EMPTY, "empty", false),
  STATIC_DRIFT(Reason.DRIFTED, "", true),
  DRIFT(Reason.DRIFTED, "", true),
  MULTI_NODE(Reason.UNDERUTILIZED, "multi", false),
  SINGLE_NODE(Reason.UNDERUTILIZED, "single", false);

  private final Reason reason;
  private final String consolidationType;
  private final boolean eventual;

  Method(Reason reason, String consolidationType, boolean eventual) {
    this.reason = reason;
    this.consolidationType = consolidationType;
    this.eventual = eventual;
  }

  public Reason reason() {
    return reason;
  }

  /// As metrics write it; empty for drift.
  public String consolidationType() {
    return consolidationType;
  }

  /// The node must go some day, so what protects its pods only delays it where a grace period
  /// bounds the delay.
  public boolean isEventual() {
    return eventual;
  }

  /// Whether it moves pods to save money.
  public boolean isConsolidation() {
    return reason == Reason.UNDERUTILIZED;
  }
}
