package karpenter.operator.kube;

/// Resource versions. An API server counts them up over all objects of a kind, so the higher of two
/// is the later; versions that are no numbers can only be told apart.
public final class ResourceVersions {
  private ResourceVersions() {}

  /// Whether news of version `told` is later than what is known as `known`.
  public static boolean isNewer(String told, String known) {
    if (isNumber(told) && isNumber(known)) {
      return told.length() != known.length()
          ? told.length() > known.length()
          : told.compareTo(known) > 0;
    }
    return !told.equals(known);
  }

  /// Whether both are numbers and `told` is the lower one.
  public static boolean isOlder(String told, String known) {
    return isNumber(told) && isNumber(known) && isNewer(known, told);
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
