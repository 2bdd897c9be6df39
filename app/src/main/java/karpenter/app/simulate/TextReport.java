package karpenter.app.simulate;

import java.util.ArrayList;
import java.util.List;
import karpenter.simulator.trace.Played;
import karpenter.simulator.trace.Times;

/// For the terminal.
final class TextReport {
  private static final int GAP = 3;

  private TextReport() {}

  static String render(SimulationReport report) {
    var text = new StringBuilder();
    text.append(
        "%s, %s, seed %d%n%n"
            .formatted(
                report.trace(), Times.shown(report.played().getFirst().length()), report.seed()));
    table(rows(report.played()), text);
    for (var played : report.played()) {
      decisions(played, text);
      played
          .refused()
          .forEach((what, why) -> text.append("%nnot taken: %s: %s".formatted(what, why)));
    }
    return text.append("%n".formatted()).toString();
  }

  private static List<List<String>> rows(List<Played> played) {
    var rows = new ArrayList<List<String>>();
    var head = new ArrayList<String>(List.of(""));
    played.forEach(one -> head.add(one.setup()));
    rows.add(head);
    for (var figures : Figures.of(played)) {
      var row = new ArrayList<String>(List.of(figures.name()));
      row.addAll(figures.values());
      if (!figures.change().isEmpty()) {
        row.add(figures.change());
      }
      rows.add(row);
    }
    return rows;
  }

  private static void table(List<List<String>> rows, StringBuilder text) {
    int columns = rows.stream().mapToInt(List::size).max().orElse(0);
    var widths = new int[columns];
    for (var row : rows) {
      for (int i = 0; i < row.size(); i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    for (var row : rows) {
      var line = new StringBuilder();
      for (int i = 0; i < row.size(); i++) {
        var cell = row.get(i);
        var space = " ".repeat(widths[i] - cell.length());
        // Names to the left, figures to the right.
        line.append(i == 0 ? cell + space : " ".repeat(GAP) + space + cell);
      }
      text.append(line.toString().stripTrailing()).append("%n".formatted());
    }
  }

  private static void decisions(Played played, StringBuilder text) {
    if (!played.machines().launchedByType().isEmpty()) {
      text.append("%nlaunched with %s:".formatted(played.setup()));
      played.machines().launchedByType().entrySet().stream()
          .sorted((a, b) -> b.getValue() - a.getValue())
          .limit(8)
          .forEach(e -> text.append("%n  %6d %s".formatted(e.getValue(), e.getKey())));
    }
  }
}
