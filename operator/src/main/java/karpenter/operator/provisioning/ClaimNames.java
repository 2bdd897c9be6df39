package karpenter.operator.provisioning;

import java.time.Instant;

/// Names for new claims: the pool, six letters, and four that tell the second, which come again
/// after six days. We make them, not the API server, because a create call whose answer is lost can
/// then be asked about.
///
/// Claims of one pass have different names by construction. Those of passes in other seconds have
/// others within six days, so no name comes back while anything of its last bearer is left.
final class ClaimNames {
  private static final String LETTERS = "bcdfghjklmnpqrstvwxz2456789";
  private static final int MAX_PREFIX = 52;
  private static final int OWN = 6;
  private static final int TIME = 4;

  /// 27 to the sixth.
  private static final long ALL = 387_420_489;

  /// About 0.618 of them and no multiple of three, so that neighbours do not look alike and none is
  /// met twice.
  private static final long STEP = 239_439_031;

  private ClaimNames() {}

  /// The same whenever the same is planned at the same moment, so that a simulation repeats itself.
  ///
  /// @param cause who asks: all claims of one pass, or one command, have the same
  /// @param index of the claim among those
  static String name(String pool, String cause, Instant now, int index) {
    long hash = mix(pool.hashCode() * 31L + cause.hashCode());
    hash = mix(hash ^ now.getEpochSecond());
    hash = mix(hash ^ now.getNano());
    var name = new StringBuilder(pool.substring(0, Math.min(pool.length(), MAX_PREFIX)));
    name.append('-');
    append(name, (Long.remainderUnsigned(hash, ALL) + index * STEP) % ALL, OWN);
    append(name, now.getEpochSecond(), TIME);
    return name.toString();
  }

  private static void append(StringBuilder name, long number, int letters) {
    long rest = number;
    for (int i = 0; i < letters; i++) {
      name.append(LETTERS.charAt((int) Math.floorMod(rest, (long) LETTERS.length())));
      rest = Math.floorDiv(rest, (long) LETTERS.length());
    }
  }

  /// Spreads every bit over all of them (the finalizer of SplitMix64).
  private static long mix(long value) {
    long z = value + 0x9e3779b97f4a7c15L;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }
}
