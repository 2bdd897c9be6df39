package karpenter.bench.document;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;

/// One way to show what commands gave: as a table with these columns, or as text where there are
/// none.
///
/// @param row of one result; empty: it has no place in this table
record View(List<String> columns, Function<JsonNode, List<String>> row) {
  private static final Pattern COLOUR = Pattern.compile("\\x1b\\[[0-9;]*m");

  String header() {
    return line(columns);
  }

  /// Without the colours that tools mean for a terminal.
  private static String plain(String output) {
    return COLOUR.matcher(output).replaceAll("");
  }

  private static String line(List<String> cells) {
    return "| " + String.join(" | ", cells) + " |";
  }

  /// What a block of this view holds.
  List<String> content(List<Measured> measured) {
    List<String> lines = new ArrayList<>();
    measured.forEach(one -> lines.add(one.stamp().sentence() + "  "));
    lines.add("");
    if (columns.isEmpty()) {
      lines.add("```");
      measured.forEach(one -> plain(one.output()).lines().forEach(lines::add));
      lines.add("```");
      return lines;
    }
    lines.add(header());
    lines.add("|" + "---|".repeat(columns.size()));
    for (var one : measured) {
      for (var result : one.results()) {
        var cells = row.apply(result);
        if (!cells.isEmpty()) lines.add(line(cells));
      }
    }
    return lines;
  }
}
