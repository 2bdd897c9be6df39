package karpenter.core.disruption.control;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// At most so many nodes in any stretch of so long.
public record Rate(int nodes, Duration per) {
  public int left(Tally starts, Instant now) {
    return Math.max(0, nodes - starts.within(per, now));
  }

  /// When one more may start; empty where none ever may.
  public Optional<Instant> freeAt(Tally starts, Instant now) {
    if (nodes == 0) {
      return Optional.empty();
    }
    int surplus = starts.within(per, now) - nodes;
    if (surplus < 0) {
      return Optional.of(now);
    }
    for (var entry : starts.entries()) {
      if (entry.at().isAfter(now.minus(per))) {
        surplus -= entry.count();
        if (surplus < 0) {
          return Optional.of(entry.at().plus(per));
        }
      }
    }
    return Optional.of(now);
  }
}
