package karpenter.app.against;

import static karpenter.app.terminal.Phrases.escaped;

import java.util.List;
import karpenter.app.against.Outlook.Machine;
import karpenter.app.terminal.Phrases;
import karpenter.core.explain.ReasonTree;

/// An outlook for a pull request.
public final class OutlookMarkdown {
  private OutlookMarkdown() {}

  public static String render(Outlook outlook, List<String> failures) {
    var text = new StringBuilder("# Plan against the cluster\n\n");
    text.append(OutlookText.headline(outlook)).append('\n');
    failures.forEach(one -> text.append("\n**Fails:** ").append(escaped(one)).append('\n'));
    text.append("\n| | Now | Then |\n|---|---:|---:|\n");
    row(text, "Nodes", outlook.before().nodes(), outlook.after().nodes());
    text.append(
        "| Cost an hour | %s | %s |%n"
            .formatted(
                Phrases.hourly(outlook.before().hourly()),
                Phrases.hourly(outlook.after().hourly())));
    row(text, "Pods", outlook.before().pods(), outlook.after().pods());
    row(
        text,
        "Pods without a place",
        outlook.before().unschedulable(),
        outlook.unschedulable().stream().mapToInt(Outlook.Waiting::pods).sum());
    text.append('\n').append(OutlookText.cost(outlook)).append('\n');
    var nodeCost = OutlookText.nodeCost(outlook);
    if (!nodeCost.isEmpty()) {
      text.append(nodeCost).append('\n');
    }
    var bound = OutlookText.bound(outlook);
    if (!bound.isEmpty()) {
      text.append(bound).append('\n');
    }
    text.append(OutlookText.rest(outlook)).append('\n');
    machines("Added", outlook.added(), text);
    removed(outlook, text);
    machines("Bought on the way, and gone again", OutlookText.meanwhile(outlook), text);
    list("Decisions", outlook.decisions(), text);
    if (!outlook.moved().isEmpty()) {
      text.append("\n## Pods moved\n\n");
      text.append(escaped(OutlookText.counted(outlook.moved()))).append('\n');
    }
    if (!outlook.unschedulable().isEmpty()) {
      text.append("\n## Without a place\n\n");
      for (var waiting : outlook.unschedulable()) {
        text.append("- ").append(escaped(OutlookText.name(waiting))).append('\n');
        reasons(waiting.reasons(), "  ", text);
      }
    }
    list("Still leaving", outlook.going(), text);
    list("Notes", outlook.notes(), text);
    return text.toString();
  }

  private static void row(StringBuilder text, String name, int before, int after) {
    text.append("| %s | %d | %d |%n".formatted(name, before, after));
  }

  private static void machines(String heading, List<Machine> machines, StringBuilder text) {
    if (machines.isEmpty()) {
      return;
    }
    text.append("\n## ").append(heading).append("\n\n");
    text.append("| Nodes | Pool | Type | Price an hour | Capacity | Zone | Pods on each |\n");
    text.append("|---:|---|---|---:|---|---|---|\n");
    OutlookText.folded(machines)
        .forEach(
            (row, count) -> {
              text.append("| ").append(count);
              row.forEach(cell -> text.append(" | ").append(escaped(cell)));
              text.append(" |\n");
            });
  }

  private static void removed(Outlook outlook, StringBuilder text) {
    if (outlook.removed().isEmpty()) {
      return;
    }
    text.append("\n## Removed\n\n| Node | Pool | Type | Price an hour | Why | Pods it had |\n");
    text.append("|---|---|---|---:|---|---|\n");
    for (var gone : outlook.removed()) {
      var machine = gone.machine();
      text.append(
          "| %s | %s | %s | %s | %s | %s |%n"
              .formatted(
                  escaped(machine.name()),
                  escaped(machine.pool()),
                  escaped(machine.type()),
                  Phrases.hourly(machine.price()),
                  escaped(gone.why()),
                  escaped(OutlookText.counted(machine.pods()))));
    }
  }

  private static void list(String heading, List<String> lines, StringBuilder text) {
    if (!lines.isEmpty()) {
      text.append("\n## ").append(heading).append("\n\n");
      lines.forEach(line -> text.append("- ").append(escaped(line)).append('\n'));
    }
  }

  private static void reasons(List<ReasonTree> reasons, String indent, StringBuilder text) {
    for (var reason : reasons) {
      text.append(indent).append("- ").append(escaped(reason.sentence())).append('\n');
      reasons(reason.reasons(), indent + "  ", text);
    }
  }
}
