package karpenter.core.resource;

import java.math.BigDecimal;
import java.util.List;

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
    return value.signum() == 0 ? "0" : withSuffix(value, Suffix.DECIMAL);
  }

  private static String binary(BigDecimal value) {
    return value.remainder(KIBI).signum() == 0
        ? withSuffix(value, Suffix.BINARY)
        : value.toPlainString();
  }

  /// The largest suffix that leaves no fraction; callers make sure that the finest does.
  private static String withSuffix(BigDecimal value, List<Suffix> finestFirst) {
    for (var suffix : finestFirst.reversed()) {
      if (value.remainder(suffix.factor()).signum() == 0) {
        return value.divide(suffix.factor()).toBigIntegerExact() + suffix.text();
      }
    }
    throw new IllegalStateException("finer than the finest suffix: " + value);
  }

  private static String exponent(BigDecimal value) {
    int power = Math.floorDiv(-value.scale(), STEP) * STEP;
    var number = value.scaleByPowerOfTen(-power).toBigIntegerExact();
    return value.signum() == 0 || power == 0 ? number.toString() : number + "e" + power;
  }
}
