package karpenter.bench.simple;

import java.util.Locale;
import karpenter.bench.check.PackingModel;
import karpenter.bench.check.Report;

/// Packings as text.
final class SimpleTable {
  static final int MOST_FAULTS = 3;
  private static final String ROW = "%-16s %7s %12s %12s %9s %7s %12s";

  private SimpleTable() {}

  static String title(String workload, PackingModel model, double nodeCost) {
    return "%s: %d kinds of pods, %d offers, node cost %s%s"
        .formatted(
            workload,
            model.kinds().size(),
            model.offers().size(),
            number(nodeCost),
            model.hasWishes() ? "; the packings ignore preferences, which ours respects" : "");
  }

  static String header() {
    return ROW.formatted(
        "packing", "nodes", "price/h", "with nodes", "unplaced", "faults", "wishes met");
  }

  static String row(String name, Outcome outcome, Report report) {
    return ROW.formatted(
        name,
        outcome.nodes(),
        number(outcome.price()),
        number(outcome.cost()),
        outcome.unplaced(),
        report.faults().size(),
        report.preferenceWeight());
  }

  static String summary(String name, Outcome best, Outcome ours) {
    return "best of ten: %s with %d nodes at %s, with node cost %s; ours %d nodes at %s (%s), %s (%s)"
        .formatted(
            name,
            best.nodes(),
            number(best.price()),
            number(best.cost()),
            ours.nodes(),
            number(ours.price()),
            difference(ours.price(), best.price()),
            number(ours.cost()),
            difference(ours.cost(), best.cost()));
  }

  private static String difference(double ours, double theirs) {
    return String.format(Locale.ROOT, "%+.2f %%", 100 * (ours / theirs - 1));
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }
}
