package karpenter.bench.workload;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.UUID;

/// Everything a generator may draw. [Random] is used because its documentation fixes the algorithm:
/// the same seed gives the same workload on every JDK.
final class Draw {

  static final List<String> CPU = List.of("100m", "250m", "500m", "1", "1500m");
  static final List<String> MEMORY = List.of("100Mi", "256Mi", "512Mi", "1Gi", "2Gi", "4Gi");
  static final List<String> LETTERS = List.of("a", "b", "c", "d", "e", "f", "g");

  private static final Instant EPOCH = Instant.parse("2026-01-01T00:00:00Z");

  /// Pods that share a second are ordered by UID, so both tie-breaks of the queue are exercised.
  private static final int CREATED_PER_SECOND = 100;

  private final long seed;
  private final Random random;

  Draw(long seed) {
    this.seed = seed;
    this.random = new Random(seed);
  }

  <T> T one(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  int between(int low, int highInclusive) {
    return low + random.nextInt(highInclusive - low + 1);
  }

  double between(double low, double high) {
    return low + random.nextDouble() * (high - low);
  }

  void shuffle(List<?> items) {
    Collections.shuffle(items, random);
  }

  boolean chance(int percent) {
    return random.nextInt(100) < percent;
  }

  /// Derived from seed and name rather than drawn: adding a draw elsewhere keeps every identity.
  String uid(String kindAndName) {
    var bytes = (seed + "/" + kindAndName).getBytes(StandardCharsets.UTF_8);
    return UUID.nameUUIDFromBytes(bytes).toString();
  }

  static String created(int index) {
    return afterSeconds(index / CREATED_PER_SECOND);
  }

  static String afterSeconds(long seconds) {
    return EPOCH.plusSeconds(seconds).toString();
  }
}
