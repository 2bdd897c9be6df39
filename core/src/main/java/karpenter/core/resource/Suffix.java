package karpenter.core.resource;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// The unit suffixes of Kubernetes, from the finest to the largest of each notation.
enum Suffix {
  NANO("n", 10, -9),
  MICRO("u", 10, -6),
  MILLI("m", 10, -3),
  ONE("", 10, 0),
  KILO("k", 10, 3),
  MEGA("M", 10, 6),
  GIGA("G", 10, 9),
  TERA("T", 10, 12),
  PETA("P", 10, 15),
  EXA("E", 10, 18),
  KIBI("Ki", 2, 10),
  MEBI("Mi", 2, 20),
  GIBI("Gi", 2, 30),
  TEBI("Ti", 2, 40),
  PEBI("Pi", 2, 50),
  EXBI("Ei", 2, 60);

  /// Both lists begin with the finest.
  static final List<Suffix> DECIMAL = only(suffix -> !suffix.isBinary());

  static final List<Suffix> BINARY = only(Suffix::isBinary);

  private final String text;
  private final int base;
  private final int power;

  Suffix(String text, int base, int power) {
    this.text = text;
    this.base = base;
    this.power = power;
  }

  static Optional<Suffix> find(String text) {
    return Arrays.stream(values()).filter(suffix -> suffix.text.equals(text)).findFirst();
  }

  static String all() {
    return Arrays.stream(values())
        .map(suffix -> suffix.text)
        .filter(text -> !text.isEmpty())
        .collect(Collectors.joining(" "));
  }

  private static List<Suffix> only(Predicate<Suffix> test) {
    return Arrays.stream(values()).filter(test).toList();
  }

  String text() {
    return text;
  }

  boolean isBinary() {
    return base == 2;
  }

  BigDecimal factor() {
    return isBinary() ? BigDecimal.valueOf(1L << power) : BigDecimal.ONE.scaleByPowerOfTen(power);
  }

  Quantity times(BigDecimal number) {
    return new Quantity(number.multiply(factor()), isBinary() ? Notation.BINARY : Notation.DECIMAL);
  }
}
