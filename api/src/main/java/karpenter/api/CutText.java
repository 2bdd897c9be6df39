package karpenter.api;

/// Cuts texts to a length.
public final class CutText {
  private CutText() {}

  /// The text, or its first `max` UTF-16 units and the mark; one unit less where a character of two
  /// would be cut in half, which no UTF-8 encoder accepts.
  public static String at(String text, int max, String mark) {
    return text.length() <= max ? text : start(text, max) + mark;
  }

  /// The same, without a mark.
  public static String at(String text, int max) {
    return at(text, max, "");
  }

  private static String start(String text, int max) {
    boolean splits = max > 0 && Character.isHighSurrogate(text.charAt(max - 1));
    return text.substring(0, splits ? max - 1 : max);
  }
}
