package karpenter.bench.consolidation;

import java.util.Locale;
import karpenter.bench.consolidation.SeedsComparison.Kind;
import karpenter.bench.consolidation.SeedsComparison.Reached;
import karpenter.bench.consolidation.SeedsComparison.Row;
import org.jspecify.annotations.Nullable;

/// Clusters of many seeds as a Markdown table, a row for each. A dash is what was not run; an
/// asterisk a side whose time was over before the fixed point.
public final class SeedsTable {
  private static final String LINE = "| %s | %s | %s | %s | %s | %s | %s | %s | %s |";

  private SeedsTable() {}

  public static String header(int nodesPerCommand) {
    var names =
        LINE.formatted(
            "cluster",
            "seed",
            "ours, %d nodes".formatted(nodesPerCommand),
            "ours, %d nodes".formatted(SeedsComparison.UPSTREAM_NODES_PER_COMMAND),
            "upstream",
            "difference",
            "with upstream's limit",
            "ours: commands, evictions, nodes left",
            "upstream");
    return names + "\n|---|---|---|---|---|---|---|---|---|";
  }

  public static String row(String cluster, Row row) {
    var upstream = row.upstream();
    return LINE.formatted(
        cluster,
        row.seed(),
        money(row.ours()),
        money(row.limited()),
        upstream == null ? "–" : money(upstream),
        percent(row.percent()),
        percent(row.limitedPercent()),
        effort(row.ours()),
        upstream == null ? "–" : effort(upstream));
  }

  /// What it took.
  private static String effort(Reached reached) {
    var evictions = reached.evictions();
    return reached.commands()
        + ", "
        + (evictions == null ? "–" : evictions)
        + ", "
        + reached.nodes();
  }

  /// Over the seeds on which both sides were run.
  public static String sum(Kind kind) {
    boolean compared = kind.upstream() > 0;
    return LINE.formatted(
        kind.workload(),
        "sum of " + kind.compared(),
        number(kind.ours()),
        number(kind.limited()),
        compared ? number(kind.upstream()) : "–",
        percent(compared ? (kind.ours() / kind.upstream() - 1) * 100 : null),
        percent(compared ? (kind.limited() / kind.upstream() - 1) * 100 : null),
        "worst " + percent(kind.worst()),
        "");
  }

  private static String money(Reached reached) {
    return number(reached.savings()) + (reached.complete() ? "" : "*");
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }

  private static String percent(@Nullable Double value) {
    return value == null ? "–" : String.format(Locale.ROOT, "%+.2f %%", value);
  }
}
