package karpenter.operator.provider;

/// Whether a machine is still there after we asked for its end.
public enum DeleteOutcome {
  /// It is going.
  UNDER_WAY,
  /// There is no such machine any more.
  GONE
}
