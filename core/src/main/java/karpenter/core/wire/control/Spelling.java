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

  /// The least number of letters to put in, take out or exchange; some number above the limit as
  /// soon as it must be above. What both begin with is passed over: all our names begin alike.
  private static int changes(String whole, String otherWhole) {
    int same = 0;
    while (same < Math.min(whole.length(), otherWhole.length())
        && whole.charAt(same) == otherWhole.charAt(same)) {
      same++;
    }
    var one = whole.substring(same);
    var other = otherWhole.substring(same);
    var last = new int[other.length() + 1];
    for (int j = 0; j <= other.length(); j++) {
      last[j] = j;
    }
    for (int i = 1; i <= one.length(); i++) {
      var row = new int[other.length() + 1];
      row[0] = i;
      int least = i;
      for (int j = 1; j <= other.length(); j++) {
        int exchanged = last[j - 1] + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(exchanged, Math.min(last[j], row[j - 1]) + 1);
        least = Math.min(least, row[j]);
      }
      // No row has a number below the least of the row before.
      if (least > MAX_CHANGES) {
        return least;
      }
      last = row;
    }
    return last[other.length()];
  }
}
