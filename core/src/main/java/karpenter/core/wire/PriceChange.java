package karpenter.core.wire;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.regex.Pattern;

/// What an overlay does to a price. The result is never negative: nobody is paid for a node.
sealed interface PriceChange {
  record None() implements PriceChange {}

  record Absolute(double price) implements PriceChange {}

  record Plus(double amount) implements PriceChange {}

  record Percent(double percent) implements PriceChange {}

  Pattern PRICE = Pattern.compile("[0-9]{1,18}(\\.[0-9]{1,18})?");
  Pattern ADJUSTMENT = Pattern.compile("([+-](?:[0-9]{1,18}|[0-9]{0,18}\\.[0-9]{1,18}))(%?)");

  /// Texts longer than any price are no prices.
  static Optional<PriceChange> absolute(String text) {
    return PRICE.matcher(text).matches()
        ? Optional.of(new Absolute(Double.parseDouble(text)))
        : Optional.empty();
  }

  /// `+0.05`, `-3`, `+10%` or `-25.5%`.
  static Optional<PriceChange> adjustment(String text) {
    var match = ADJUSTMENT.matcher(text);
    if (!match.matches()) {
      return Optional.empty();
    }
    double amount = new BigDecimal(match.group(1)).doubleValue();
    return Optional.of(match.group(2).isEmpty() ? new Plus(amount) : new Percent(amount));
  }

  default double of(double price) {
    return switch (this) {
      case None() -> price;
      case Absolute(var fixed) -> fixed;
      case Plus(var amount) -> Math.max(0, price + amount);
      case Percent(var percent) -> Math.max(0, price * (1 + percent / 100));
    };
  }
}
