package karpenter.core.statics;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// Names for the claims of a static pool.
///
/// The n-th name of a pool is always the same, and the first free ones are taken. So a creation
/// whose answer was lost, before a crash or not, is repeated under the same name and makes no
/// second claim: however loops, crashes and slow watches interleave, the pool never has more than
/// its limit.
public final class StaticNames {
  /// Those Kubernetes makes names of: without vowels they spell nothing.
  private static final String LETTERS = "bcdfghjklmnpqrstvwxz2456789";

  private static final int SUFFIX = 5;
  private static final int MAX_PREFIX = 57;

  private StaticNames() {}

  /// @param taken names in use
  public static List<String> free(String pool, String poolUid, Set<String> taken, int count) {
    var used = new TreeSet<>(taken);
    var names = new ArrayList<String>();
    for (long slot = 0; names.size() < count; slot++) {
      var name = name(pool, poolUid, slot);
      if (used.add(name)) {
        names.add(name);
      }
    }
    return names;
  }

  private static String name(String pool, String poolUid, long slot) {
    var name = new StringBuilder(pool.substring(0, Math.min(pool.length(), MAX_PREFIX)));
    name.append('-');
    long rest = mixed(poolUid.hashCode(), slot);
    for (int i = 0; i < SUFFIX; i++) {
      name.append(LETTERS.charAt((int) Long.remainderUnsigned(rest, LETTERS.length())));
      rest = Long.divideUnsigned(rest, LETTERS.length());
    }
    return name.toString();
  }

  /// The slots of one pool spread evenly (the finalizer of SplitMix64).
  private static long mixed(long seed, long slot) {
    long z = seed + (slot + 1) * 0x9e3779b97f4a7c15L;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }
}
