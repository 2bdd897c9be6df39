package karpenter.operator.state;

/// Resource versions. An API server counts them up over all objects of a kind, so that the higher
/// of two is the later; one that is no number can only be told apart.
final class Versions {
  private Versions() {}

  /// Whether news of version `told` is later than what is known as `known`.
  static boolean isNewer(String told, String known) {
    if (isNumber(told) && isNumber(known)) {
      return told.length() != known.length()
          ? told.length() > known.length()
          : told.compareTo(known) > 0;
    }
    return !told.equals(known);
  }

  /// Decimal without leading zeros, of any length: comparing texts then compares numbers.
  private static boolean isNumber(String text) {
    if (text.isEmpty() || (text.length() > 1 && text.charAt(0) == '0')) {
      return false;
    }
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    return true;
  }
}
