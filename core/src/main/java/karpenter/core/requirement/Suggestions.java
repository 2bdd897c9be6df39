package karpenter.core.requirement;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/// Guesses which label was meant by one nobody knows: `zone` for `topology.kubernetes.io/zone`.
public final class Suggestions {
  // Shorter fragments occur in too many names to point at one.
  private static final int MIN_FRAGMENT = 3;
  // One slip in five letters still looks like the word that was meant.
  private static final int LETTERS_PER_SLIP = 5;

  private Suggestions() {}

  /// The candidate nearest to the key, ties broken by name; empty when none is near.
  public static Optional<String> nearest(String key, Collection<String> candidates) {
    return candidates.stream()
        .filter(candidate -> !candidate.equals(key) && isNear(lower(key), lower(candidate)))
        .min(
            Comparator.<String>comparingInt(candidate -> slips(lower(key), lower(candidate)))
                .thenComparing(Comparator.naturalOrder()));
  }

  private static boolean isNear(String key, String candidate) {
    return isPart(key, candidate)
        || isPart(candidate, key)
        || name(key).equals(name(candidate))
        || slips(key, candidate) <= candidate.length() / LETTERS_PER_SLIP;
  }

  private static boolean isPart(String part, String whole) {
    return part.length() >= MIN_FRAGMENT && whole.contains(part);
  }

  private static String name(String key) {
    return key.substring(key.lastIndexOf('/') + 1);
  }

  private static String lower(String key) {
    return key.toLowerCase(Locale.ROOT);
  }

  /// Letters to insert, delete or replace to get from one to the other.
  private static int slips(String from, String to) {
    var previous = new int[to.length() + 1];
    for (int j = 0; j <= to.length(); j++) {
      previous[j] = j;
    }
    for (int i = 1; i <= from.length(); i++) {
      var current = new int[to.length() + 1];
      current[0] = i;
      for (int j = 1; j <= to.length(); j++) {
        int replaced = previous[j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        current[j] = Math.min(replaced, 1 + Math.min(previous[j], current[j - 1]));
      }
      previous = current;
    }
    return previous[to.length()];
  }
}
