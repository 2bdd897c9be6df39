package karpenter.app.top;

import java.util.ArrayList;
import java.util.List;
import karpenter.app.terminal.Columns;
import karpenter.app.terminal.Ink;
import karpenter.app.terminal.Phrases;

/// A view as lines of text.
final class Picture {
  private static final int BAR = 10;

  private Picture() {}

  /// @param width of the terminal; longer lines are cut
  /// @param height how many lines there may be; 0: as many as it takes
  static String of(View view, Ink ink, int width, int height) {
    var lines = new ArrayList<String>();
    lines.add(
        ink.bold(
            cut(
                "%s  %s, %s, %s an hour%s, %s waiting"
                    .formatted(
                        view.time(),
                        Phrases.count(view.nodes().size(), "node"),
                        Phrases.count(view.pods(), "pod"),
                        Phrases.hourly(view.hourly()),
                        Phrases.plusNodeCost(view.nodeCost()),
                        Phrases.count(
                            view.waiting().stream().mapToInt(View.Waiting::pods).sum(), "pod")),
                width)));
    var below = new ArrayList<String>();
    if (!view.waiting().isEmpty()) {
      below.add("");
      below.add(ink.red("Waiting"));
      for (var one : view.waiting()) {
        below.add(cut("  %s ×%d: %s".formatted(one.workload(), one.pods(), one.reason()), width));
      }
    }
    lines.add("");
    var table = table(view.nodes());
    int room = height == 0 ? table.size() : Math.max(2, height - lines.size() - below.size() - 2);
    for (int i = 0; i < Math.min(table.size(), room); i++) {
      var line = cut(table.get(i), width);
      lines.add(i == 0 ? ink.bold(line) : line);
    }
    if (table.size() > room) {
      lines.add(ink.dim("… and %s".formatted(Phrases.count(table.size() - room, "more node"))));
    }
    lines.addAll(below);
    return String.join("\n", lines) + "\n";
  }

  private static List<String> table(List<View.Row> nodes) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        List.of(
            "NODE",
            "POOL",
            "TYPE",
            "CAPACITY",
            "PRICE/H",
            "CPU",
            "MEMORY",
            "PODS",
            "AGE",
            "VERDICT"));
    for (var node : nodes) {
      rows.add(
          List.of(
              node.name(),
              node.pool(),
              node.type(),
              node.capacityType(),
              node.price() < 0 ? "" : Phrases.hourly(node.price()),
              bar(node.cpu()),
              bar(node.memory()),
              Integer.toString(node.pods()),
              node.age(),
              node.verdict()));
    }
    return Columns.aligned(rows);
  }

  private static String bar(int percent) {
    int full = Math.min(BAR, Math.round(percent * BAR / 100f));
    return "%s%s %3d%%".formatted("█".repeat(full), "░".repeat(BAR - full), percent);
  }

  private static String cut(String line, int width) {
    return width <= 1 || line.length() <= width ? line : line.substring(0, width - 1) + "…";
  }
}
