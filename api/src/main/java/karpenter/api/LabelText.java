package karpenter.api;

import java.util.Optional;

/// The grammar of label keys and values. Each question is answered with what would be right, or
/// nothing when all is well.
public final class LabelText {
  private static final int MAX_NAME = 63;
  private static final int MAX_PREFIX = 253;

  private LabelText() {}

  /// A name of letters, digits, `-`, `_` and `.`, optionally after a DNS prefix and a slash.
  public static Optional<String> faultOfKey(String key) {
    int slash = key.indexOf('/');
    if (slash != key.lastIndexOf('/')) {
      return Optional.of("a key with at most one slash");
    }
    if (slash >= 0 && !isSubdomain(key.substring(0, slash))) {
      return Optional.of(
          "before the slash a DNS name of at most "
              + MAX_PREFIX
              + " characters: lower-case letters, digits, dots and dashes");
    }
    return isName(key.substring(slash + 1))
        ? Optional.empty()
        : Optional.of(nameRule(slash < 0 ? "" : "after the slash "));
  }

  public static Optional<String> faultOfValue(String value) {
    return value.isEmpty() || isName(value)
        ? Optional.empty()
        : Optional.of(nameRule("nothing, or "));
  }

  /// The form of most object names, and of the domain of a label key.
  public static boolean isSubdomain(String text) {
    if (text.isEmpty() || text.length() > MAX_PREFIX) {
      return false;
    }
    for (var part : text.split("\\.", -1)) {
      if (part.isEmpty()
          || part.startsWith("-")
          || part.endsWith("-")
          || !part.chars().allMatch(c -> isLower(c) || isDigit(c) || c == '-')) {
        return false;
      }
    }
    return true;
  }

  private static String nameRule(String where) {
    return where
        + "1 to "
        + MAX_NAME
        + " letters, digits, dashes, underscores and dots, with a letter or digit at both ends";
  }

  private static boolean isName(String text) {
    return !text.isEmpty()
        && text.length() <= MAX_NAME
        && isAlphanumeric(text.charAt(0))
        && isAlphanumeric(text.charAt(text.length() - 1))
        && text.chars().allMatch(c -> isAlphanumeric(c) || c == '-' || c == '_' || c == '.');
  }

  private static boolean isAlphanumeric(int c) {
    return isLower(c) || isDigit(c) || (c >= 'A' && c <= 'Z');
  }

  private static boolean isLower(int c) {
    return c >= 'a' && c <= 'z';
  }

  private static boolean isDigit(int c) {
    return c >= '0' && c <= '9';
  }
}
