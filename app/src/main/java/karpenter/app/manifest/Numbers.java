package karpenter.app.manifest;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ValueNode;
import java.math.BigDecimal;

/// Makes nodes of numbers, except of those that a few characters make longer than memory:
/// `1e999999999` written out has a billion digits.
final class Numbers extends JsonNodeFactory {
  private static final long serialVersionUID = 1L;

  /// More than a quantity may have, and than a double can.
  static final int MAX_EXPONENT = 1000;

  static final Numbers BOUNDED = new Numbers();

  private Numbers() {
    super(/* bigDecimalExact= */ true);
  }

  /// Throws NumberFormatException for a number that is too large or too small.
  @Override
  public ValueNode numberNode(BigDecimal number) {
    if (number != null && Math.abs((long) number.scale()) > MAX_EXPONENT) {
      throw new NumberFormatException("an exponent above " + MAX_EXPONENT);
    }
    return super.numberNode(number);
  }
}
