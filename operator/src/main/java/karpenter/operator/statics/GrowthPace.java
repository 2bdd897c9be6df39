package karpenter.operator.statics;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// Keeps a pool whose claims fail as soon as they are made from making them ever faster: growth
/// that follows on growth waits, twice as long each time. A pool that was quiet grows at once.
final class GrowthPace {
  private static final Duration FIRST_WAIT = Duration.ofSeconds(1);
  private static final Duration MAX_WAIT = Duration.ofMinutes(1);

  private final Map<String, Growth> last = new ConcurrentHashMap<>();

  /// @param pause from then until it may grow again
  private record Growth(Instant at, Duration pause) {
    Instant next() {
      return at.plus(pause);
    }
  }

  /// How long the pool must wait; empty when it may grow now.
  Optional<Duration> pause(String pool, Instant now) {
    return Optional.ofNullable(last.get(pool))
        .map(growth -> Duration.between(now, growth.next()))
        .filter(Duration::isPositive);
  }

  void grew(String pool, Instant now) {
    last.compute(
        pool,
        (_, before) -> {
          if (before == null || now.isAfter(before.next().plus(before.pause()))) {
            return new Growth(now, FIRST_WAIT);
          }
          var twice = before.pause().multipliedBy(2);
          return new Growth(now, twice.compareTo(MAX_WAIT) < 0 ? twice : MAX_WAIT);
        });
  }

  void forget(String pool) {
    last.remove(pool);
  }
}
