package karpenter.app.terminal;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Money, counts and pods in words.
public final class Phrases {
  private static final Pattern ORDINAL = Pattern.compile("-\\d+$");

  private Phrases() {}

  /// Four places: a small spot node costs less than two cents an hour.
  public static String hourly(double price) {
    return String.format(Locale.ROOT, "$%.4f", price);
  }

  public static String monthly(double price) {
    return String.format(Locale.ROOT, "$%,.2f", price);
  }

  /// With as many places as it needs, two at least and four at most: `$0.02`, `$0.0222`.
  public static String amount(double dollars) {
    var rounded =
        BigDecimal.valueOf(dollars).setScale(4, RoundingMode.HALF_UP).stripTrailingZeros();
    return "$" + (rounded.scale() < 2 ? rounded.setScale(2) : rounded).toPlainString();
  }

  /// What nodes cost beside their prices, such as `$0.08/h (4 × $0.02)`; empty where that is
  /// nothing.
  ///
  /// @param each what each of them costs so
  public static Optional<String> nodeCosts(List<Double> each) {
    var byCost = new TreeMap<Double, Integer>();
    each.forEach(cost -> byCost.merge(cost, 1, Integer::sum));
    double sum = each.stream().mapToDouble(Double::doubleValue).sum();
    var parts =
        byCost.entrySet().stream()
            .map(one -> "%d × %s".formatted(one.getValue(), amount(one.getKey())))
            .collect(Collectors.joining(", "));
    return sum > 0 ? Optional.of("%s/h (%s)".formatted(amount(sum), parts)) : Optional.empty();
  }

  /// To follow a price an hour; empty where a node costs nothing beside it.
  public static String plusNodeCost(double cost) {
    return cost > 0 ? " + node cost " + amount(cost) : "";
  }

  public static String count(int number, String singular) {
    return "%d %s%s".formatted(number, singular, number == 1 ? "" : "s");
  }

  /// The replicas of one workload as one entry: `shop/web ×12`. A pod alone keeps its full name.
  public static String pods(List<String> names) {
    return listed(names, Function.identity());
  }

  /// The same with no pod named, so that two nodes with a replica each look alike.
  public static String workloads(List<String> names) {
    return listed(names, Phrases::workload);
  }

  private static String listed(List<String> names, Function<String, String> nameOfOne) {
    Map<String, List<String>> byWorkload =
        names.stream()
            .sorted()
            .collect(
                Collectors.groupingBy(Phrases::workload, LinkedHashMap::new, Collectors.toList()));
    return byWorkload.entrySet().stream()
        .map(
            entry ->
                entry.getValue().size() == 1
                    ? nameOfOne.apply(entry.getValue().getFirst())
                    : entry.getKey() + " ×" + entry.getValue().size())
        .collect(Collectors.joining(", "));
  }

  private static String workload(String podName) {
    return ORDINAL.matcher(podName).replaceFirst("");
  }

  /// Names and messages come from the input and must not become markup.
  public static String escaped(String text) {
    return text.replaceAll("([\\\\`*_{}\\[\\]<>|#])", "\\\\$1").replace('\n', ' ');
  }
}
