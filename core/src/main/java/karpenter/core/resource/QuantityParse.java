package karpenter.core.resource;

/// What reading a quantity yields.
public sealed interface QuantityParse {
  record Parsed(Quantity quantity) implements QuantityParse {}

  /// The text is no quantity; `expected` completes "expected …".
  record Malformed(String found, String expected) implements QuantityParse {}
}
