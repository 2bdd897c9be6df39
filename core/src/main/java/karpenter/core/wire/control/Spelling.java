package karpenter.core.wire.control;

/// Whether a name may be a slip for another.
final class Spelling {
  /// Two letters swapped are two changes.
  private static final int MAX_CHANGES = 2;

  private Spelling() {}

  static boolean isNear(String one, String other) {
    return Math.abs(one.length() - other.length()) <= MAX_CHANGES
        && changes(one, other) <= MAX_CHANGES;
  }

  /// The least number of letters to put in, take out or exchange.
  private static int changes(String one, String other) {
    var last = new int[other.length() + 1];
    for (int j = 0; j <= other.length(); j++) {
      last[j] = j;
    }
    for (int i = 1; i <= one.length(); i++) {
      var row = new int[other.length() + 1];
      row[0] = i;
      for (int j = 1; j <= other.length(); j++) {
        int exchanged = last[j - 1] + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(exchanged, Math.min(last[j], row[j - 1]) + 1);
      }
      last = row;
    }
    return last[other.length()];
  }
}
