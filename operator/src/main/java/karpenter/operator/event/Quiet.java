package karpenter.operator.event;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import karpenter.operator.runtime.TokenBucket;

/// Which events have been told lately and are not to be told again. Owned by one [EventWriter],
/// which locks.
final class Quiet {
  /// A cluster of ten thousand pods that all wait; beyond it the oldest may be told twice.
  private static final int MAX_REMEMBERED = 10_000;

  private record Key(String reason, List<String> dedupe) {}

  /// One a pod in a burst of thousands helps nobody (spec 02 §4.7).
  private final Map<String, TokenBucket> buckets = Map.of("Nominated", new TokenBucket(5, 10));

  private final LinkedHashMap<Key, Instant> until = new LinkedHashMap<>();

  /// Says whether to tell it, and remembers that it was asked.
  boolean mayTell(EventNote note, Instant now) {
    var key = new Key(note.reason().toLowerCase(Locale.ROOT), note.dedupe());
    var quiet = until.get(key);
    if (quiet != null && now.isBefore(quiet)) {
      return false;
    }
    until.remove(key);
    until.putLast(key, now.plus(note.quiet()));
    forget(now);
    var bucket = buckets.get(note.reason());
    return bucket == null || bucket.tryTake(nanos(now));
  }

  private void forget(Instant now) {
    for (var eldest = until.firstEntry();
        eldest != null && (until.size() > MAX_REMEMBERED || !now.isBefore(eldest.getValue()));
        eldest = until.firstEntry()) {
      until.pollFirstEntry();
    }
  }

  private static long nanos(Instant now) {
    return Duration.between(Instant.EPOCH, now).toNanos();
  }
}
