package karpenter.operator.runtime;

import java.time.Duration;

/// What came of one reconcile.
public sealed interface Outcome {
  Outcome DONE = new Done();

  /// Nothing more to do until something changes.
  record Done() implements Outcome {}

  /// Look again after the delay, or earlier if something changes.
  record Again(Duration after) implements Outcome {}

  /// It did not work: back off and try again.
  record Failed(String reason) implements Outcome {}

  static Outcome again(Duration after) {
    return new Again(after);
  }

  static Outcome failed(String reason) {
    return new Failed(reason);
  }

  /// Both were asked for: failure beats waiting, the shorter wait beats the longer, waiting beats
  /// done.
  default Outcome and(Outcome other) {
    return switch (this) {
      case Done _ -> other;
      case Failed _ -> this;
      case Again(var after) ->
          switch (other) {
            case Done _ -> this;
            case Failed _ -> other;
            case Again(var otherAfter) -> after.compareTo(otherAfter) <= 0 ? this : other;
          };
    };
  }
}
