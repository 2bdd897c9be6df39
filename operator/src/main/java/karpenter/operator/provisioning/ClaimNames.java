package karpenter.operator.provisioning;

import java.time.Instant;

/// Names for new claims. They look as if the API server had made them from `generateName`; we make
/// them because a create call whose answer is lost can then be asked about.
final class ClaimNames {
  private static final String LETTERS = "bcdfghjklmnpqrstvwxz2456789";
  private static final int LENGTH = 5;
  private static final int MAX_PREFIX = 57;

  private ClaimNames() {}

  /// Different for every claim of every pass, and the same whenever the same is planned at the same
  /// moment, so that a simulation repeats itself.
  ///
  /// @param pod some pod of the claim
  static String name(String pool, String pod, Instant now, int index) {
    long hash = mix(pool.hashCode() * 31L + pod.hashCode());
    hash = mix(hash ^ now.getEpochSecond());
    hash = mix(hash ^ now.getNano());
    hash = mix(hash ^ index);
    var name = new StringBuilder(pool.substring(0, Math.min(pool.length(), MAX_PREFIX)));
    name.append('-');
    for (int i = 0; i < LENGTH; i++) {
      name.append(LETTERS.charAt((int) Long.remainderUnsigned(hash, LETTERS.length())));
      hash = Long.divideUnsigned(hash, LETTERS.length());
    }
    return name.toString();
  }

  /// Spreads every bit over all of them (the finalizer of SplitMix64).
  private static long mix(long value) {
    long z = value + 0x9e3779b97f4a7c15L;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }
}
