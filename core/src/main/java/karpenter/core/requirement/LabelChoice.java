package karpenter.core.requirement;

import java.util.Optional;
import java.util.SortedSet;
import karpenter.core.requirement.ValueSet.AllExcept;
import karpenter.core.requirement.ValueSet.Only;

/// Picks the value that a custom label gets on a new claim (spec 01 §3.6 and §9.10).
public final class LabelChoice {
  private LabelChoice() {}

  /// A value the set allows, if it has one that can be a label.
  ///
  /// Of a finite set it is the first. Otherwise it is a number that depends on key and claim name
  /// alone: the same claim always gets the same value, and two claims hardly ever share one, so
  /// that spreading over such a label works. Negative numbers are no valid label values.
  public static Optional<String> valueFor(String key, ValueSet set, String claimName) {
    return switch (set) {
      case Only only -> only.values().stream().findFirst();
      case AllExcept all ->
          number(
              Math.max(0, all.bounds().lowest()),
              all.bounds().highest(),
              all.excluded(),
              fingerprint(key, claimName));
    };
  }

  /// Starts at a number the fingerprint decides and steps over what is excluded. The window has at
  /// most 2^63 numbers, so its size is right when read as unsigned.
  private static Optional<String> number(
      long lowest, long highest, SortedSet<String> excluded, long fingerprint) {
    if (lowest > highest) {
      return Optional.empty();
    }
    long size = highest - lowest + 1;
    long start = Long.remainderUnsigned(fingerprint, size);
    for (long probe = 0;
        probe <= excluded.size() && Long.compareUnsigned(probe, size) < 0;
        probe++) {
      var value = Long.toString(lowest + Long.remainderUnsigned(start + probe, size));
      if (!excluded.contains(value)) {
        return Optional.of(value);
      }
    }
    return Optional.empty();
  }

  /// FNV-1a over both texts, then mixed so that names differing in the last letter land far apart.
  private static long fingerprint(String key, String claimName) {
    long hash = 0xcbf29ce484222325L;
    for (var c : (key + '\0' + claimName).toCharArray()) {
      hash = (hash ^ c) * 0x100000001b3L;
    }
    hash = (hash ^ (hash >>> 30)) * 0xbf58476d1ce4e5b9L;
    hash = (hash ^ (hash >>> 27)) * 0x94d049bb133111ebL;
    return hash ^ (hash >>> 31);
  }
}
