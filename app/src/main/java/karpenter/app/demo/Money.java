package karpenter.app.demo;

import java.util.Locale;

/// Dollars, in words.
final class Money {
  private Money() {}

  static String perHour(double dollars) {
    return String.format(Locale.ROOT, "$%.3f/h", dollars);
  }

  static String amount(double dollars) {
    return String.format(Locale.ROOT, "$%.2f", dollars);
  }
}
