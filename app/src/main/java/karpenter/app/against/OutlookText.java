package karpenter.app.against;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.stream.Collectors;
import karpenter.app.against.Outlook.Machine;
import karpenter.app.terminal.Columns;
import karpenter.app.terminal.Ink;
import karpenter.app.terminal.Phrases;
import karpenter.core.bound.Gap;
import karpenter.core.explain.ReasonTree;

/// An outlook for a terminal, and the words that its other forms share.
public final class OutlookText {
  static final int HOURS_PER_MONTH = 730;

  private OutlookText() {}

  /// @param failures sentences of the conditions that hold
  public static String render(Outlook outlook, List<String> failures, Ink ink) {
    var text = new StringBuilder();
    text.append(ink.bold(headline(outlook))).append('\n');
    text.append(cost(outlook)).append('\n');
    var nodeCost = nodeCost(outlook);
    if (!nodeCost.isEmpty()) {
      text.append(nodeCost).append('\n');
    }
    bound(outlook, text);
    text.append(rest(outlook)).append('\n');
    machines("Added", outlook.added(), ink, text);
    departures(outlook, ink, text);
    var others = meanwhile(outlook);
    if (!others.isEmpty()) {
      machines("Bought on the way, and gone again", others, ink, text);
    }
    section("Decisions", outlook.decisions(), ink, text);
    if (!outlook.moved().isEmpty()) {
      text.append('\n').append(ink.bold("Pods moved")).append('\n');
      text.append("  ").append(counted(outlook.moved())).append('\n');
    }
    unschedulable(outlook, ink, text);
    section(
        "Still leaving",
        outlook.going().stream().map(name -> name + ": not gone at the end of the plan").toList(),
        ink,
        text);
    if (!outlook.notes().isEmpty()) {
      text.append('\n');
      outlook.notes().forEach(note -> text.append("Note: ").append(note).append('\n'));
    }
    if (!failures.isEmpty()) {
      text.append('\n');
      failures.forEach(one -> text.append(ink.red("Fails: ")).append(one).append('\n'));
    }
    return text.toString();
  }

  private static void bound(Outlook outlook, StringBuilder text) {
    var sentence = bound(outlook);
    if (!sentence.isEmpty()) {
      text.append(sentence).append('\n');
    }
  }

  static String headline(Outlook outlook) {
    int moved = outlook.moved().values().stream().mapToInt(Integer::intValue).sum();
    int waiting = outlook.unschedulable().stream().mapToInt(Outlook.Waiting::pods).sum();
    if (outlook.added().isEmpty()
        && outlook.removed().isEmpty()
        && outlook.purchases().isEmpty()
        && moved == 0) {
      return waiting == 0
          ? "No node is added, removed or replaced."
          : "No node is added, removed or replaced; no place for %s."
              .formatted(Phrases.count(waiting, "pod"));
    }
    return "%s added, %d removed, %s moved%s."
        .formatted(
            Phrases.count(outlook.added().size(), "node"),
            outlook.removed().size(),
            Phrases.count(moved, "pod"),
            waiting == 0 ? "" : "; no place for " + Phrases.count(waiting, "pod"));
  }

  static String cost(Outlook outlook) {
    double before = outlook.before().hourly();
    double after = outlook.after().hourly();
    var change =
        before > 0 ? String.format(Locale.ROOT, " (%+.1f %%)", 100 * (after / before - 1)) : "";
    return "Cost: %s an hour now, %s then%s; %s a month of %d hours."
        .formatted(
            Phrases.hourly(before),
            Phrases.hourly(after),
            change,
            Phrases.monthly(after * HOURS_PER_MONTH),
            HOURS_PER_MONTH);
  }

  /// Apart from the prices; empty where nodes cost nothing beside them.
  static String nodeCost(Outlook outlook) {
    double before = outlook.before().nodeCost();
    double after = outlook.after().nodeCost();
    return before + after > 0
        ? "Node cost: %s an hour now, %s then; with it %s an hour now, %s then."
            .formatted(
                Phrases.amount(before),
                Phrases.amount(after),
                Phrases.hourly(outlook.before().cost()),
                Phrases.hourly(outlook.after().cost()))
        : "";
  }

  static String bound(Outlook outlook) {
    if (outlook.needed().isEmpty() || !(outlook.after().hourly() > 0)) {
      return "";
    }
    var gap = new Gap(outlook.after().cost(), outlook.needed().getAsDouble()).sentence();
    return gap.substring(0, 1).toUpperCase(Locale.ROOT) + gap.substring(1) + ".";
  }

  static String rest(Outlook outlook) {
    long seconds = outlook.took().toSeconds();
    var time = "%d min %d s".formatted(seconds / 60, seconds % 60);
    return outlook.isAtRest()
        ? "At rest after %s.".formatted(time)
        : "Still moving after %s; --horizon gives it more time.".formatted(time);
  }

  /// What was bought and is not there in the end.
  static List<Machine> meanwhile(Outlook outlook) {
    var kept = new ArrayList<>(outlook.added());
    var gone = new ArrayList<Machine>();
    for (var bought : outlook.purchases()) {
      var match =
          kept.stream()
              .filter(
                  one ->
                      one.pool().equals(bought.pool())
                          && one.type().equals(bought.type())
                          && one.zone().equals(bought.zone())
                          && one.capacityType().equals(bought.capacityType()))
              .findFirst();
      if (match.isPresent()) {
        kept.remove(match.get());
      } else {
        gone.add(bought);
      }
    }
    return gone;
  }

  /// Machines that look alike to a person, and how many.
  static Map<List<String>, Integer> folded(List<Machine> machines) {
    var rows = new LinkedHashMap<List<String>, Integer>();
    for (var machine : machines) {
      rows.merge(
          List.of(
              machine.pool(),
              machine.type(),
              Phrases.hourly(machine.price()),
              machine.capacityType(),
              machine.zone().isEmpty() ? "any" : machine.zone(),
              counted(machine.pods())),
          1,
          Integer::sum);
    }
    return rows;
  }

  static String counted(SortedMap<String, Integer> pods) {
    return pods.entrySet().stream()
        .map(
            entry ->
                entry.getValue() == 1 ? entry.getKey() : entry.getKey() + " ×" + entry.getValue())
        .collect(Collectors.joining(", "));
  }

  private static void machines(
      String heading, List<Machine> machines, Ink ink, StringBuilder text) {
    if (machines.isEmpty()) {
      return;
    }
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("NODES", "POOL", "TYPE", "PRICE/H", "CAPACITY", "ZONE", "PODS ON EACH"));
    folded(machines)
        .forEach(
            (row, count) -> {
              var cells = new ArrayList<>(List.of(Integer.toString(count)));
              cells.addAll(row);
              rows.add(cells);
            });
    text.append('\n').append(ink.bold(heading)).append('\n');
    Columns.aligned(rows).forEach(line -> text.append("  ").append(line).append('\n'));
  }

  private static void departures(Outlook outlook, Ink ink, StringBuilder text) {
    if (outlook.removed().isEmpty()) {
      return;
    }
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("NODE", "POOL", "TYPE", "PRICE/H", "WHY", "PODS IT HAD"));
    for (var gone : outlook.removed()) {
      var machine = gone.machine();
      rows.add(
          List.of(
              machine.name(),
              machine.pool(),
              machine.type(),
              Phrases.hourly(machine.price()),
              gone.why(),
              counted(machine.pods())));
    }
    text.append('\n').append(ink.bold("Removed")).append('\n');
    Columns.aligned(rows).forEach(line -> text.append("  ").append(line).append('\n'));
  }

  private static void section(String heading, List<String> lines, Ink ink, StringBuilder text) {
    if (!lines.isEmpty()) {
      text.append('\n').append(ink.bold(heading)).append('\n');
      lines.forEach(line -> text.append("  ").append(line).append('\n'));
    }
  }

  private static void unschedulable(Outlook outlook, Ink ink, StringBuilder text) {
    if (outlook.unschedulable().isEmpty()) {
      return;
    }
    text.append('\n').append(ink.red("Without a place")).append('\n');
    for (var waiting : outlook.unschedulable()) {
      text.append("  ").append(name(waiting)).append('\n');
      new ReasonTree("", waiting.reasons())
          .branches()
          .forEach(line -> text.append("  ").append(line).append('\n'));
    }
  }

  static String name(Outlook.Waiting waiting) {
    return waiting.pods() == 1 ? waiting.workload() : waiting.workload() + " ×" + waiting.pods();
  }
}
