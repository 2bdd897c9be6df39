package karpenter.bench.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Comparisons as text: a line per side, and one with what sets them apart. A dash is a figure that
/// was not measured.
final class Table {

  private static final String ROW = "%-26s %-9s %9s %11s %10s %10s %11s %9s %9s %11s %11s %9s %9s";
  private static final double MIB = 1024.0 * 1024;

  private Table() {}

  static String header() {
    return ROW.formatted(
        "workload",
        "side",
        "seconds",
        "pods/s",
        "set-up s",
        "reading s",
        "alloc MiB",
        "RSS MiB",
        "nodes",
        "price/h",
        "cost/h",
        "unplaced",
        "faults");
  }

  static List<String> rows(Comparison comparison) {
    var rows = new ArrayList<String>();
    side(rows, comparison.workload(), Upstream.NAME, comparison.upstream());
    side(rows, comparison.workload(), JvmFlags.SHIPPED.side(), comparison.ours());
    side(rows, comparison.workload(), JvmFlags.OPTIMISED.side(), comparison.optimised());
    if (comparison.ratio() != null) {
      rows.add(
          "%-26s ours is %s times as fast, %s with set-up, %s with reading too, %s in a fresh JVM; %s of cost a node"
              .formatted(
                  "",
                  number(comparison.ratio(), 1),
                  number(comparison.setupRatio(), 1),
                  number(comparison.totalRatio(), 1),
                  number(comparison.firstSolveRatio(), 1),
                  number(comparison.nodeCost(), 4)));
    }
    bounds(rows, comparison);
    return rows;
  }

  private static void bounds(List<String> rows, Comparison comparison) {
    var ours = comparison.ours();
    var all = comparison.lowerBound();
    var equal = comparison.equalServiceBound();
    if (ours == null || all == null || equal == null) {
      return;
    }
    rows.add(
        "%-26s ours is %s %% above the lower bound of %s, %s %% above that at equal service of %s"
            .formatted(
                "",
                number(100 * (ours.cost() / all - 1), 1),
                number(all, 2),
                number(100 * (ours.cost() / equal - 1), 1),
                number(equal, 2)));
  }

  private static void side(List<String> rows, String workload, String name, @Nullable Side side) {
    if (side == null) {
      return;
    }
    rows.add(
        ROW.formatted(
            workload,
            name,
            number(side.seconds(), side.seconds() < 1 ? 4 : 2),
            number(side.podsPerSecond(), 0),
            number(side.setupSeconds(), 4),
            number(side.readingSeconds(), 4),
            number(side.allocatedBytes() / MIB, 1),
            number(side.peakRssBytes() / MIB, 0),
            side.nodes(),
            number(side.price(), 2),
            number(side.cost(), 2),
            side.unplaced(),
            side.faults().size()));
  }

  private static String number(@Nullable Double value, int decimals) {
    return value == null ? "-" : String.format(Locale.ROOT, "%." + decimals + "f", value);
  }
}
