package karpenter.operator.runtime;

import java.time.Duration;
import karpenter.operator.state.Written;

/// What came of one reconcile.
public sealed interface Outcome {
  Outcome DONE = new Done();

  /// How long to wait for the news that made a write stale. The news itself wakes the loop earlier.
  Duration STALE_WAIT = Duration.ofMillis(500);

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

  /// What a write leaves to do. An object that is gone needs nothing more.
  static Outcome of(Written<?> written) {
    return switch (written) {
      case Written.Stored<?> _, Written.Unchanged<?> _, Written.Missing<?> _ -> DONE;
      case Written.Stale<?> _ -> again(STALE_WAIT);
      case Written.Refused<?>(var message) -> failed(message);
    };
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
