package karpenter.simulator.port;

import java.time.Duration;

/// What may go wrong with a call.
public sealed interface Fault {
  /// It never arrives.
  record NotSent() implements Fault {}

  /// It is done, and nobody hears of it.
  record AnswerLost() implements Fault {}

  /// It never arrives, and nobody says so.
  record Hangs() implements Fault {}

  /// Nobody hears of it, and it is done so much later.
  record HangsAndIsDone(Duration after) implements Fault {}

  /// 429: come back later.
  record Throttled(Duration retryAfter) implements Fault {}

  /// 409: somebody else was faster. Only for conditional and partial updates.
  record Conflicted() implements Fault {}
}
