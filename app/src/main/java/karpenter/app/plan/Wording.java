package karpenter.app.plan;

import static karpenter.app.terminal.Phrases.count;
import static karpenter.app.terminal.Phrases.hourly;
import static karpenter.app.terminal.Phrases.monthly;
import static karpenter.app.terminal.Phrases.nodeCosts;

import java.util.List;
import java.util.Locale;
import karpenter.app.plan.PlanReport.Purchase;

/// The words and numbers that the text and Markdown forms share.
final class Wording {
  private static final int MAX_LISTED = 2;

  private Wording() {}

  static String headline(PlanReport report) {
    if (report.pods() == 0) return "No pods to place, so there is nothing to buy.";
    var unplaced = count(report.unplaced().size(), "pod");
    if (report.placedPods() == 0)
      return "Nothing to buy: there is no place for %s.".formatted(unplaced);
    var placed = count(report.placedPods(), "pod");
    var buys =
        report.purchases().isEmpty()
            ? "No new nodes: %s fit on nodes that exist".formatted(placed)
            : "%s for %s: %s an hour, %s a month of %d hours"
                .formatted(
                    count(report.purchases().size(), "new node"),
                    report.uses().isEmpty()
                        ? placed
                        : placed + ", some of them on nodes that exist",
                    hourly(report.hourly()),
                    monthly(report.monthly()),
                    PlanReport.HOURS_PER_MONTH);
    return report.unplaced().isEmpty()
        ? buys + "."
        : buys + "; no place for %s.".formatted(unplaced);
  }

  /// Apart from the prices; empty where nodes cost nothing beside them.
  static String nodeCost(PlanReport report) {
    return nodeCosts(report.purchases().stream().map(Purchase::nodeCost).toList())
        .map(
            costs ->
                "Node cost: %s; with it %s an hour, %s a month."
                    .formatted(
                        costs,
                        hourly(report.cost()),
                        monthly(report.cost() * PlanReport.HOURS_PER_MONTH)))
        .orElse("");
  }

  static String bound(PlanReport report) {
    return report
        .bounds()
        .map(
            bounds ->
                sentence(bounds.gapSentence())
                    + bounds.absoluteSentence().map(other -> " " + sentence(other)).orElse(""))
        .orElse("");
  }

  private static String sentence(String clause) {
    return clause.substring(0, 1).toUpperCase(Locale.ROOT) + clause.substring(1) + ".";
  }

  /// Money without its basis is a rumour.
  static String basis(PlanReport report) {
    return "Prices: %s.".formatted(report.priceBasis());
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
    return others.isEmpty() ? few(cheapest) : "%s (or %s)".formatted(few(cheapest), few(others));
  }

  private static String few(List<String> values) {
    return values.size() > MAX_LISTED ? "any of " + values.size() : String.join(", ", values);
  }
}
