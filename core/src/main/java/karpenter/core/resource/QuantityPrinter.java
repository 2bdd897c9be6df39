package karpenter.core.resource;

import java.math.BigDecimal;

/// Prints canonically: an integer and the largest suffix, so that `1.5` is `1500m` and `1024Ki` is
/// `1Mi`.
final class QuantityPrinter {
  private static final BigDecimal KIBI = Suffix.KIBI.factor();
  // The only powers of ten in use are those of a thousand.
  private static final int STEP = 3;

  private QuantityPrinter() {}

  static String print(BigDecimal value, Notation notation) {
    return switch (notation) {
      case DECIMAL -> decimal(value);
      // Small or fractional values have no exact binary form.
      case BINARY ->
          value.abs().compareTo(KIBI) < 0 || value.scale() > 0 ? decimal(value) : binary(value);
      case EXPONENT -> exponent(value);
    };
  }

  private static String decimal(BigDecimal value) {
    return withSuffix(value, Suffix.NANO, Suffix.EXA);
  }

  private static String binary(BigDecimal value) {
    return value.remainder(KIBI).signum() == 0
        ? withSuffix(value, Suffix.KIBI, Suffix.EXBI)
        : value.toPlainString();
  }

  /// The largest suffix of the row that leaves no fraction; the finest always does.
  private static String withSuffix(BigDecimal value, Suffix finest, Suffix largest) {
    var suffixes = Suffix.values();
    int i = value.signum() == 0 ? Suffix.ONE.ordinal() : largest.ordinal();
    while (i > finest.ordinal() && value.remainder(suffixes[i].factor()).signum() != 0) {
      i--;
    }
    return value.divide(suffixes[i].factor()).toBigIntegerExact() + suffixes[i].text();
  }

  private static String exponent(BigDecimal value) {
    int power = Math.floorDiv(-value.scale(), STEP) * STEP;
    var number = value.scaleByPowerOfTen(-power).toBigIntegerExact();
    return value.signum() == 0 || power == 0 ? number.toString() : number + "e" + power;
  }
}
