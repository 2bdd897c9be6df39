package karpenter.bench.consolidation;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import karpenter.bench.run.JvmFlags;
import karpenter.bench.run.Upstream;
import org.jspecify.annotations.Nullable;

/// Comparisons as text: a line per side, and one with what sets them apart. A dash is a figure that
/// was not measured.
public final class ConsolidationTable {

  private static final String ROW = "%-28s %-9s %9s %9s %6s %13s %9s %9s %11s %9s %9s %7s";

  private ConsolidationTable() {}

  public static String header() {
    return ROW.formatted(
        "cluster",
        "side",
        "first s",
        "saves/h",
        "nodes",
        "s/verdict",
        "verdicts",
        "pass s",
        "fixed pt s",
        "commands",
        "saves/h",
        "faults");
  }

  public static List<String> rows(ConsolidationComparison comparison) {
    var rows = new ArrayList<String>();
    side(rows, comparison.workload(), Upstream.NAME, comparison.upstream());
    side(rows, comparison.workload(), JvmFlags.SHIPPED.side(), comparison.ours());
    side(rows, comparison.workload(), JvmFlags.OPTIMISED.side(), comparison.optimised());
    if (comparison.verdictRatio() != null) {
      rows.add(
          "%-28s a verdict of ours is %s times as fast, the first command %s times"
              .formatted(
                  "",
                  number(comparison.verdictRatio(), 1),
                  number(comparison.firstCommandRatio(), 1)));
    }
    verdicts(rows, "", comparison.verdicts());
    verdicts(rows, "after our first command, ", comparison.verdictsAfterFirst());
    comparison.missed().forEach(aim -> rows.add("%-28s missed: %s".formatted("", aim)));
    return rows;
  }

  private static void verdicts(
      List<String> rows, String when, @Nullable VerdictComparison verdicts) {
    if (verdicts != null) {
      rows.add(
          "%-28s %sof %d nodes the verdict is the same on %d; only ours takes %d, only upstream %d"
              .formatted(
                  "",
                  when,
                  verdicts.compared(),
                  verdicts.agree(),
                  verdicts.onlyOurs(),
                  verdicts.onlyUpstream()));
    }
  }

  private static void side(
      List<String> rows, String workload, String name, @Nullable ConsolidationSide side) {
    if (side == null) {
      return;
    }
    var fixed = side.fixedPoint();
    rows.add(
        ROW.formatted(
            workload,
            name,
            number(side.firstCommandSeconds(), 3),
            number(side.firstCommandSavings(), 3),
            side.firstCommandNodes(),
            number(side.secondsPerVerdict(), 7),
            side.verdicts(),
            number(side.passSeconds(), 3),
            fixed == null ? "-" : number(fixed.seconds(), 2) + (fixed.complete() ? "" : "+"),
            fixed == null ? "-" : "" + fixed.commands(),
            number(side.savings(), 3),
            side.faults().size()));
  }

  private static String number(@Nullable Double value, int decimals) {
    return value == null ? "-" : String.format(Locale.ROOT, "%." + decimals + "f", value);
  }
}
