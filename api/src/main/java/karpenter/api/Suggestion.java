package karpenter.api;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The word a user probably meant.
public final class Suggestion {
  /// Longer words are not typed by hand, and comparing them costs their length squared.
  private static final int MAX_LENGTH = 100;

  private static final int MIN_LENGTH_OF_A_PART = 4;

  private Suggestion() {}

  /// `; did you mean "zone"?`, or nothing when no known word is near.
  public static String hint(String written, Collection<String> known) {
    return nearest(written, known).map(word -> "; did you mean \"" + word + "\"?").orElse("");
  }

  /// The nearest known word: first one that differs in case only, then by number of typing errors
  /// (at most one in three letters), then the only one that contains what was written. Ties go to
  /// the alphabetically first.
  public static Optional<String> nearest(String written, Collection<String> known) {
    if (written.isEmpty() || written.length() > MAX_LENGTH) {
      return Optional.empty();
    }
    var word = written.toLowerCase(Locale.ROOT);
    int allowed = Math.min(3, Math.max(1, word.length() / 3));
    var near =
        known.stream()
            .map(
                candidate ->
                    new Scored(candidate, distance(word, candidate.toLowerCase(Locale.ROOT))))
            .filter(scored -> scored.errors <= allowed)
            .min(Comparator.comparingInt(Scored::errors).thenComparing(Scored::word))
            .map(Scored::word);
    return near.or(
        () ->
            only(
                known.stream().filter(candidate -> oneContainsTheOther(word, candidate)).toList()));
  }

  private record Scored(String word, int errors) {}

  private static Optional<String> only(List<String> candidates) {
    return candidates.size() == 1 ? Optional.of(candidates.getFirst()) : Optional.empty();
  }

  private static boolean oneContainsTheOther(String word, String candidate) {
    var other = candidate.toLowerCase(Locale.ROOT);
    return Math.min(word.length(), other.length()) >= MIN_LENGTH_OF_A_PART
        && (other.contains(word) || word.contains(other) || other.endsWith(tail(word)));
  }

  private static String tail(String word) {
    return word.substring(Math.min(word.length() - MIN_LENGTH_OF_A_PART, word.length() / 3));
  }

  /// Letters changed, added, left out or swapped with their neighbour.
  private static int distance(String a, String b) {
    if (b.length() > MAX_LENGTH) {
      return Integer.MAX_VALUE;
    }
    int[][] errors = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        errors[i][j] = i == 0 || j == 0 ? i + j : step(errors, a, b, i, j);
      }
    }
    return errors[a.length()][b.length()];
  }

  private static int step(int[][] errors, String a, String b, int i, int j) {
    int changed = errors[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
    int best = Math.min(changed, Math.min(errors[i - 1][j], errors[i][j - 1]) + 1);
    boolean swapped =
        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
    return swapped ? Math.min(best, errors[i - 2][j - 2] + 1) : best;
  }
}
