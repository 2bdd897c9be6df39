package karpenter.operator.state;

import java.util.Optional;

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

  /// The object as it is after the write; empty when nothing came of it.
  default Optional<T> result() {
    return switch (this) {
      case Stored<T>(var value) -> Optional.of(value);
      case Unchanged<T>(var value) -> Optional.of(value);
      case Stale<T> _, Missing<T> _, Refused<T> _ -> Optional.empty();
    };
  }
}
