package karpenter.operator.runtime;

import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/// What the current thread reconciles, so that log lines of one reconcile can be told from those of
/// another without every method passing it on.
///
/// @param id differs for each reconcile; made for logs only, decisions must not depend on it
public record Reconciling(String loop, Object key, UUID id) {
  static final ScopedValue<Reconciling> CURRENT = ScopedValue.newInstance();

  public static Optional<Reconciling> current() {
    return CURRENT.isBound() ? Optional.of(CURRENT.get()) : Optional.empty();
  }

  static Reconciling begin(String loop, Object key) {
    var random = ThreadLocalRandom.current();
    // The bits that make it a random UUID by RFC 9562; UUID.randomUUID would draw on the kernel.
    long high = (random.nextLong() & ~0xF000L) | 0x4000L;
    long low = (random.nextLong() >>> 2) | Long.MIN_VALUE;
    return new Reconciling(loop, key, new UUID(high, low));
  }
}
