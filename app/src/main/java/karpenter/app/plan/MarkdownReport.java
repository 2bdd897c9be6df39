package karpenter.app.plan;

import static karpenter.app.terminal.Phrases.escaped;

import java.util.List;
import karpenter.app.plan.PlanReport.Waiting;
import karpenter.app.terminal.Phrases;
import karpenter.core.explain.ReasonTree;

/// The plan for a pull request or a wiki.
final class MarkdownReport {
  private MarkdownReport() {}

  static String render(PlanReport report) {
    var text = new StringBuilder("# Plan\n\n");
    text.append(Wording.headline(report)).append('\n');
    var nodeCost = Wording.nodeCost(report);
    if (!nodeCost.isEmpty()) text.append(nodeCost).append('\n');
    var bound = Wording.bound(report);
    if (!bound.isEmpty()) text.append(bound).append('\n');
    if (!report.purchases().isEmpty()) text.append(Wording.basis(report)).append('\n');
    purchases(report, text);
    if (!report.uses().isEmpty()) {
      text.append("\n## On nodes that exist\n\n");
      report
          .uses()
          .forEach(
              use ->
                  text.append(
                      "- %s: %s%n".formatted(code(use.node()), escaped(Phrases.pods(use.pods())))));
    }
    waiting(report.unplaced(), "Without a place", text);
    waiting(report.deferred(), "Waiting for reserved capacity", text);
    if (!report.problems().isEmpty()) {
      text.append("\n## Input that could not be read\n\n");
      report
          .problems()
          .forEach(problem -> text.append("- ").append(escaped(problem.sentence())).append('\n'));
    }
    if (!report.notes().isEmpty()) {
      text.append("\n## Notes\n\n");
      report.notes().forEach(note -> text.append("- ").append(escaped(note)).append('\n'));
    }
    return text.toString();
  }

  private static void purchases(PlanReport report, StringBuilder text) {
    if (report.purchases().isEmpty()) return;
    text.append("\n## New nodes\n\n");
    text.append(
        "| Nodes | Pool | Cheapest type | Price per hour | Capacity | Zone | Other types | Pods on"
            + " each |\n");
    text.append("|---:|---|---|---:|---|---|---:|---|\n");
    for (var row : FoldedPurchase.of(report.purchases())) {
      var node = row.first();
      text.append(
          "| %d | %s | %s | %s | %s | %s | %d | %s |%n"
              .formatted(
                  row.count(),
                  escaped(node.pool()),
                  code(node.type()),
                  Phrases.hourly(node.hourly()),
                  escaped(Wording.capacity(node)),
                  escaped(Wording.zones(node)),
                  node.otherTypes(),
                  escaped(row.pods())));
    }
    for (var row : FoldedPurchase.of(report.purchases())) {
      if (row.first().reasons().isEmpty()) continue;
      text.append("\n%s for %s:%n%n".formatted(code(row.first().type()), escaped(row.pods())));
      reasons(row.first().reasons(), "", text);
    }
  }

  private static void waiting(List<Waiting> pods, String heading, StringBuilder text) {
    if (pods.isEmpty()) return;
    text.append("\n## ").append(heading).append("\n\n");
    for (var group : FoldedWaiting.of(pods)) {
      text.append("- ").append(escaped(group.pods())).append('\n');
      reasons(group.reasons(), "  ", text);
    }
  }

  private static void reasons(List<ReasonTree> reasons, String indent, StringBuilder text) {
    for (var reason : reasons) {
      text.append(indent).append("- ").append(escaped(reason.sentence())).append('\n');
      reasons(reason.reasons(), indent + "  ", text);
    }
  }

  private static String code(String text) {
    return "`" + text + "`";
  }
}
