package karpenter.app.plan;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import karpenter.app.plan.PlanReport.Purchase;

/// The words and numbers that the text and Markdown forms share.
final class Wording {
  private static final Pattern ORDINAL = Pattern.compile("-\\d+$");

  private Wording() {}

  /// Four places: a small spot node costs less than two cents an hour.
  static String hourly(double price) {
    return String.format(Locale.ROOT, "$%.4f", price);
  }

  static String monthly(double price) {
    return String.format(Locale.ROOT, "$%,.2f", price);
  }

  static String percent(double fraction) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * fraction);
  }

  static String count(int number, String singular) {
    return "%d %s%s".formatted(number, singular, number == 1 ? "" : "s");
  }

  /// The replicas of one workload as one entry: `shop/web ×12`.
  static String pods(List<String> names) {
    Map<String, List<String>> byWorkload =
        names.stream()
            .sorted()
            .collect(
                Collectors.groupingBy(
                    name -> ORDINAL.matcher(name).replaceFirst(""),
                    LinkedHashMap::new,
                    Collectors.toList()));
    return byWorkload.entrySet().stream()
        .map(
            entry ->
                entry.getValue().size() == 1
                    ? entry.getValue().getFirst()
                    : entry.getKey() + " ×" + entry.getValue().size())
        .collect(Collectors.joining(", "));
  }

  static String headline(PlanReport report) {
    var nodes = count(report.purchases().size(), "new node");
    var placed = count(report.placedPods(), "pod");
    if (report.pods() == 0) return "No pods to place, so there is nothing to buy.";
    return "%s for %s: %s an hour, %s a month of %d hours."
        .formatted(
            nodes,
            report.uses().isEmpty() ? placed : placed + " (some on nodes that exist)",
            hourly(report.hourly()),
            monthly(report.monthly()),
            PlanReport.HOURS_PER_MONTH);
  }

  static String bound(PlanReport report) {
    if (report.bound().isEmpty()) return "";
    var least = hourly(report.bound().get().hourly());
    return report
        .gap()
        .map(
            gap ->
                gap < 0.00005
                    ? "No plan can cost less: the lower bound is %s an hour.".formatted(least)
                    : "No plan can cost less than %s an hour; this one is at most %s above the best."
                        .formatted(least, percent(gap)))
        .orElse("The lower bound is %s an hour.".formatted(least));
  }

  /// How the node is bought at the price shown, and what else would be possible.
  static String capacity(Purchase purchase) {
    return alternatives(purchase.cheapest().capacityTypes(), purchase.freedom().capacityTypes());
  }

  static String zones(Purchase purchase) {
    return alternatives(purchase.cheapest().zones(), purchase.freedom().zones());
  }

  private static String alternatives(List<String> cheapest, List<String> possible) {
    var others = possible.stream().filter(value -> !cheapest.contains(value)).toList();
    var first = String.join(", ", cheapest);
    return others.isEmpty() ? first : "%s (or %s)".formatted(first, String.join(", ", others));
  }
}
