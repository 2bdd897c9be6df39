package karpenter.core.disruption.control;

import java.time.Duration;
import java.time.Instant;

/// When spot machines are taken away in numbers, buys on-demand for a while and then returns to
/// spot step by step.
///
/// @param interruptions so many trip it
/// @param within this time
/// @param onDemand how long nothing but on-demand is bought after the last storm
/// @param returning how long the return takes
public record SpotBreaker(
    int interruptions, Duration within, Duration onDemand, Duration returning) {

  public sealed interface State {
    /// Spot as ever.
    record Closed() implements State {}

    record Open(int interruptions, Instant until) implements State {}

    /// @param share the part of the pool's nodes that may be spot meanwhile, rising to 1
    record Returning(double share, Instant until) implements State {}
  }

  public State state(Tally interrupted, Instant now) {
    Instant tripped = null;
    int seen = 0;
    for (var entry : interrupted.entries()) {
      int storm = countUpTo(interrupted, entry.at());
      if (storm >= interruptions) {
        tripped = entry.at();
        seen = storm;
      }
    }
    if (tripped == null) {
      return new State.Closed();
    }
    var until = tripped.plus(onDemand);
    if (now.isBefore(until)) {
      return new State.Open(seen, until);
    }
    var end = until.plus(returning);
    if (!now.isBefore(end)) {
      return new State.Closed();
    }
    double passed = Duration.between(until, now).toMillis();
    return new State.Returning(passed / returning.toMillis(), end);
  }

  private int countUpTo(Tally interrupted, Instant end) {
    var begin = end.minus(within);
    return interrupted.entries().stream()
        .filter(e -> e.at().isAfter(begin) && !e.at().isAfter(end))
        .mapToInt(Tally.Entry::count)
        .sum();
  }

  /// Whether the next node of a pool may be spot.
  ///
  /// @param spot nodes of the pool that are
  /// @param all nodes of the pool
  public static boolean offersSpot(State state, int spot, int all) {
    return switch (state) {
      case State.Closed() -> true;
      case State.Open _ -> false;
      case State.Returning(var share, _) -> spot < share * Math.max(1, all);
    };
  }
}
