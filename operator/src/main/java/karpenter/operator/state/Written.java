package karpenter.operator.state;

/// What came of a write to one object.
public sealed interface Written<T> {
  /// Stored; the state knows it already.
  record Stored<T>(T value) implements Written<T> {}

  /// Nothing was different, so nothing was sent.
  record Unchanged<T>(T value) implements Written<T> {}

  /// The object changed since we read it: look again.
  record Stale<T>(String message) implements Written<T> {}

  record Missing<T>() implements Written<T> {}

  /// The server will not have it.
  record Refused<T>(String message) implements Written<T> {}
}
