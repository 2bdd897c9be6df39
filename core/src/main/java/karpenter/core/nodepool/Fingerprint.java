package karpenter.core.nodepool;

import java.util.Optional;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.Meta;
import karpenter.core.facts.PoolFacts;

/// The fingerprint of a pool's template, on the pool and on its claims (spec 02 §1.18).
public final class Fingerprint {
  public static final String VERSION = "v3";
  public static final String HASH = "karpenter.sh/nodepool-hash";
  public static final String HASH_VERSION = "karpenter.sh/nodepool-hash-version";

  private Fingerprint() {}

  /// The pool's fingerprint was made by another procedure, or by none.
  public static boolean isMigrating(PoolFacts pool) {
    return !hasVersion(pool.meta());
  }

  public static PoolFacts written(PoolFacts pool) {
    return pool.withMeta(stamped(pool.meta(), pool.hash()));
  }

  /// A claim of the other procedure, with a fingerprint that can be compared again; empty when it
  /// has one. A drifted claim keeps its old fingerprint, which cannot match: it stays drifted.
  public static Optional<ClaimFacts> restamped(ClaimFacts claim, PoolFacts pool) {
    if (hasVersion(claim.meta())) {
      return Optional.empty();
    }
    boolean isDrifted = claim.conditions().find(ClaimFacts.DRIFTED).isPresent();
    return Optional.of(
        claim.withMeta(
            isDrifted
                ? claim.meta().withAnnotation(HASH_VERSION, VERSION)
                : stamped(claim.meta(), pool.hash())));
  }

  private static boolean hasVersion(Meta meta) {
    return meta.annotation(HASH_VERSION).equals(VERSION);
  }

  private static Meta stamped(Meta meta, String hash) {
    return meta.withAnnotation(HASH, hash).withAnnotation(HASH_VERSION, VERSION);
  }
}
