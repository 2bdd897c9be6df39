package karpenter.app.plan;

import java.util.ArrayList;
import java.util.List;
import karpenter.app.plan.PlanReport.Waiting;
import karpenter.app.terminal.Columns;
import karpenter.app.terminal.Ink;
import karpenter.app.terminal.Phrases;
import karpenter.core.explain.ReasonTree;

/// The plan for a terminal.
final class TextReport {
  private static final List<String> HEADINGS =
      List.of("NODES", "POOL", "CHEAPEST TYPE", "PRICE/H", "CAPACITY", "ZONE", "OTHER TYPES");

  private TextReport() {}

  static String render(PlanReport report, Ink ink) {
    var text = new StringBuilder();
    text.append(ink.bold(Wording.headline(report))).append('\n');
    var nodeCost = Wording.nodeCost(report);
    if (!nodeCost.isEmpty()) text.append(nodeCost).append('\n');
    var bound = Wording.bound(report);
    if (!bound.isEmpty()) text.append(bound).append('\n');
    if (!report.purchases().isEmpty()) text.append(Wording.basis(report)).append('\n');
    purchases(report, ink, text);
    if (!report.uses().isEmpty()) {
      text.append('\n').append(ink.bold("On nodes that exist")).append('\n');
      for (var use : report.uses()) {
        text.append("  %s: %s%n".formatted(use.node(), Phrases.pods(use.pods())));
      }
    }
    waiting(report.unplaced(), ink.red("Without a place"), text);
    waiting(report.deferred(), ink.bold("Waiting for reserved capacity"), text);
    if (!report.notes().isEmpty()) {
      text.append('\n');
      report.notes().forEach(note -> text.append("Note: ").append(note).append('\n'));
    }
    return text.toString();
  }

  private static void purchases(PlanReport report, Ink ink, StringBuilder text) {
    if (report.purchases().isEmpty()) return;
    var folded = FoldedPurchase.of(report.purchases());
    List<List<String>> rows = new ArrayList<>();
    rows.add(HEADINGS);
    folded.forEach(row -> rows.add(cells(row)));
    var lines = Columns.aligned(rows);
    text.append('\n').append(ink.bold(lines.getFirst())).append('\n');
    for (int i = 0; i < folded.size(); i++) {
      text.append(lines.get(i + 1)).append('\n');
      text.append("    ").append(folded.get(i).count() > 1 ? "each: " : "");
      text.append(folded.get(i).pods()).append('\n');
      reasons(folded.get(i).first().reasons(), "    ", text);
      if (folded.get(i).first().minValuesRelaxed()) {
        text.append("    with fewer choices than minValues asks for\n");
      }
    }
  }

  private static List<String> cells(FoldedPurchase row) {
    var node = row.first();
    return List.of(
        Integer.toString(row.count()),
        node.pool(),
        node.type(),
        Phrases.hourly(node.hourly()),
        Wording.capacity(node),
        Wording.zones(node),
        Integer.toString(node.otherTypes()));
  }

  private static void waiting(List<Waiting> pods, String heading, StringBuilder text) {
    if (pods.isEmpty()) return;
    text.append('\n').append(heading).append('\n');
    for (var group : FoldedWaiting.of(pods)) {
      text.append("  ").append(group.pods()).append('\n');
      reasons(group.reasons(), "  ", text);
    }
  }

  private static void reasons(List<ReasonTree> reasons, String indent, StringBuilder text) {
    new ReasonTree("", reasons)
        .branches()
        .forEach(line -> text.append(indent).append(line).append('\n'));
  }
}
