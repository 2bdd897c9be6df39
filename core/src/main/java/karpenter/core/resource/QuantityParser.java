package karpenter.core.resource;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.regex.Pattern;

/// Reads the grammar `[sign] digits [. digits] [suffix]`.
///
/// The suffix is a decimal one (`n u m k M G T P E`), a binary one (`Ki Mi Gi Ti Pi Ei`) or an
/// exponent (`e3`, `E-6`); `E` alone means 10^18.
final class QuantityParser {
  // Far more than any honest quantity; arithmetic on megabytes of digits would stall a decision.
  private static final int MAX_LENGTH = 128;
  private static final int MAX_EXPONENT = 999;
  // How much longer the canonical form may be: the digits of the largest suffix and of the finest.
  private static final int MAX_GROWTH = 32;

  private static final Pattern SYNTAX =
      Pattern.compile("([+-]?(?:[0-9]+\\.?[0-9]*|\\.[0-9]+))(?:[eE]([+-]?[0-9]+)|([a-zA-Z]*))");

  private QuantityParser() {}

  static QuantityParse parse(String text) {
    if (text.length() > MAX_LENGTH) {
      return new QuantityParse.Malformed(
          CutText.at(text, MAX_LENGTH, "…"), "at most %d characters".formatted(MAX_LENGTH));
    }
    var match = SYNTAX.matcher(text);
    if (!match.matches()) {
      return malformed(text, "a number with an optional suffix, such as 500m, 1.5 or 4Gi");
    }
    var number = new BigDecimal(match.group(1));
    var exponent = Optional.ofNullable(match.group(2));
    if (exponent.isPresent()) {
      return withExponent(text, number, exponent.get());
    }
    return Suffix.find(Optional.ofNullable(match.group(3)).orElse(""))
        .map(suffix -> printable(text, suffix.times(number)))
        .orElseGet(() -> malformed(text, "one of the suffixes " + Suffix.all()));
  }

  private static QuantityParse withExponent(String text, BigDecimal number, String exponent) {
    // Leading zeros aside, four digits are already out of range, so this cannot overflow an int.
    var digits = exponent.replaceFirst("^([+-]?)0+(?=[0-9])", "$1");
    if (digits.length() > 4 || Math.abs(Integer.parseInt(digits)) > MAX_EXPONENT) {
      return malformed(text, "an exponent between -%1$d and %1$d".formatted(MAX_EXPONENT));
    }
    return printable(
        text, new Quantity(number.scaleByPowerOfTen(Integer.parseInt(digits)), Notation.EXPONENT));
  }

  /// What is read is printed into other objects, and has to be read again there.
  private static QuantityParse printable(String text, Quantity quantity) {
    boolean isPrintable =
        text.length() <= MAX_LENGTH - MAX_GROWTH || quantity.toString().length() <= MAX_LENGTH;
    return isPrintable
        ? new QuantityParse.Parsed(quantity)
        : malformed(text, "at most %d characters without a fraction".formatted(MAX_LENGTH));
  }

  private static QuantityParse malformed(String text, String expected) {
    return new QuantityParse.Malformed(text, expected);
  }
}
