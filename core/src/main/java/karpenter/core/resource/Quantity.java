package karpenter.core.resource;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/// An exact Kubernetes quantity: `1500m`, `4Gi`, `12e6`.
///
/// Two quantities are equal when their values are, however they are written. As in Kubernetes,
/// nothing finer than a billionth exists: what is finer is rounded away from zero, so that a little
/// does not become nothing. Unlike there, large values are not cut at 64 bits here; [Resources]
/// does that, where it can be seen.
public final class Quantity implements Comparable<Quantity> {
  /// The number of decimal places of the finest unit, `n`.
  static final int FINEST_SCALE = 9;

  public static final Quantity ZERO = new Quantity(BigDecimal.ZERO, Notation.DECIMAL);

  private final BigDecimal value;
  private final Notation notation;

  Quantity(BigDecimal value, Notation notation) {
    var rounded =
        value.scale() > FINEST_SCALE ? value.setScale(FINEST_SCALE, RoundingMode.UP) : value;
    this.value = rounded.stripTrailingZeros();
    this.notation = notation;
  }

  public static QuantityParse parse(String text) {
    return QuantityParser.parse(text);
  }

  /// For literals in code; text from outside goes through [#parse].
  public static Quantity of(String literal) {
    return switch (parse(literal)) {
      case QuantityParse.Parsed(var quantity) -> quantity;
      case QuantityParse.Malformed malformed ->
          throw new IllegalArgumentException(
              "not a quantity literal: found \"%s\", expected %s"
                  .formatted(malformed.found(), malformed.expected()));
    };
  }

  public static Quantity of(long value, Notation notation) {
    return new Quantity(BigDecimal.valueOf(value), notation);
  }

  public static Quantity ofMilli(long thousandths) {
    return new Quantity(BigDecimal.valueOf(thousandths, 3), Notation.DECIMAL);
  }

  public BigDecimal value() {
    return value;
  }

  public Notation notation() {
    return notation;
  }

  /// Keeps the notation of the first operand that is not zero, as Kubernetes does.
  public Quantity plus(Quantity other) {
    return new Quantity(value.add(other.value), value.signum() == 0 ? other.notation : notation);
  }

  public Quantity minus(Quantity other) {
    return new Quantity(
        value.subtract(other.value), value.signum() == 0 ? other.notation : notation);
  }

  /// The value in units of `10^-decimals`, as a whole number no further from zero than `limit`.
  long toLong(int decimals, RoundingMode rounding, long limit) {
    BigInteger whole = value.scaleByPowerOfTen(decimals).setScale(0, rounding).toBigInteger();
    if (whole.bitLength() >= Long.SIZE) {
      return whole.signum() * limit;
    }
    return Math.clamp(whole.longValue(), -limit, limit);
  }

  @Override
  public int compareTo(Quantity other) {
    return value.compareTo(other.value);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Quantity that && value.equals(that.value);
  }

  @Override
  public int hashCode() {
    return value.hashCode();
  }

  /// The canonical form: no fraction, and the largest suffix that allows that.
  @Override
  public String toString() {
    return QuantityPrinter.print(value, notation);
  }
}
