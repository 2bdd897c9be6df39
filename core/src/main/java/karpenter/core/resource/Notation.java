package karpenter.core.resource;

/// How a quantity was written, and so how it is printed.
public enum Notation {
  /// `1500m`, `2`, `3k`
  DECIMAL,
  /// `4Gi`
  BINARY,
  /// `12e6`
  EXPONENT
}
