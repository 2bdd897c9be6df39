package karpenter.bench.check;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Map;
import java.util.regex.Pattern;

/// Kubernetes quantities as the kube-scheduler counts them: CPU in thousandths, the rest in whole
/// units, fractions rounded up.
final class Quantity {
  private static final Pattern SHAPE =
      Pattern.compile(
          "([+-]?(?:\\d+\\.?\\d*|\\.\\d+))(?:([eE][+-]?\\d+)|([KMGTPE]i|[numkMGTPE]))?");

  private static final Map<String, BigDecimal> SUFFIXES =
      Map.ofEntries(
          Map.entry("n", BigDecimal.ONE.movePointLeft(9)),
          Map.entry("u", BigDecimal.ONE.movePointLeft(6)),
          Map.entry("m", BigDecimal.ONE.movePointLeft(3)),
          Map.entry("k", BigDecimal.ONE.movePointRight(3)),
          Map.entry("M", BigDecimal.ONE.movePointRight(6)),
          Map.entry("G", BigDecimal.ONE.movePointRight(9)),
          Map.entry("T", BigDecimal.ONE.movePointRight(12)),
          Map.entry("P", BigDecimal.ONE.movePointRight(15)),
          Map.entry("E", BigDecimal.ONE.movePointRight(18)),
          Map.entry("Ki", powerOf1024(1)),
          Map.entry("Mi", powerOf1024(2)),
          Map.entry("Gi", powerOf1024(3)),
          Map.entry("Ti", powerOf1024(4)),
          Map.entry("Pi", powerOf1024(5)),
          Map.entry("Ei", powerOf1024(6)));

  private static final BigDecimal LARGEST = BigDecimal.valueOf(Long.MAX_VALUE);

  private Quantity() {}

  /// Amounts beyond 64 bits become the largest one, as in the API server.
  static long parse(String resource, String text) {
    var match = SHAPE.matcher(text.strip());
    if (!match.matches())
      throw new IllegalArgumentException(
          "%s: found \"%s\", expected a quantity such as 500m or 2Gi".formatted(resource, text));
    var amount = new BigDecimal(match.group(1) + (match.group(2) == null ? "" : match.group(2)));
    if (match.group(3) != null) amount = amount.multiply(SUFFIXES.get(match.group(3)));
    if (resource.equals(Resources.CPU)) amount = amount.movePointRight(3);
    return amount.setScale(0, RoundingMode.CEILING).min(LARGEST).longValue();
  }

  private static BigDecimal powerOf1024(int power) {
    return new BigDecimal(BigInteger.ONE.shiftLeft(10 * power));
  }
}
