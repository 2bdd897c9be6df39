package karpenter.core.disruption.control;

import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.util.Locale;

/// How sentences of this package show values.
final class Texts {
  private static final MathContext THREE_DIGITS = new MathContext(3);

  private Texts() {}

  /// As it would be written: `1h30m`, not `PT1H30M`.
  static String duration(Duration length) {
    return length.toString().substring("PT".length()).toLowerCase(Locale.ROOT);
  }

  static String money(double perHour) {
    return "$" + number(perHour) + "/h";
  }

  static String number(double value) {
    return BigDecimal.valueOf(value).round(THREE_DIGITS).stripTrailingZeros().toPlainString();
  }
}
