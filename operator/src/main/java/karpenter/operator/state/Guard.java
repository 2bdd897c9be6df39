package karpenter.operator.state;

/// Whether a write must meet the object as it was read.
public enum Guard {
  /// Lists are written whole, so somebody else's entry could be lost: 409 unless unchanged.
  VERSION,
  /// Only keys of our own are written.
  NONE
}
