package karpenter.bench.workload;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import karpenter.api.Problem;

/// A list of the GPU trace: a header and one row per line. Lists of the trace differ in their
/// columns, so a reader names those it needs. Everything that cannot be read is reported together.
final class TraceTable {

  private static final int MOST_PROBLEMS = 20;
  private static final int MOST_DIGITS = 9;

  private final Path file;
  private final List<String> columns;
  private final List<Row> rows = new ArrayList<>();
  private final List<TraceProblem> problems = new ArrayList<>();

  private record TraceProblem(int line, Problem problem) {}

  private TraceTable(Path file, String header) {
    this.file = file;
    this.columns = Arrays.stream(header.split(",", -1)).map(String::strip).toList();
  }

  static TraceTable read(Path file, List<String> needed) throws IOException {
    var lines = Files.readAllLines(file);
    var table = new TraceTable(file, lines.isEmpty() ? "" : lines.getFirst());
    var missing = needed.stream().filter(column -> !table.has(column)).toList();
    if (!missing.isEmpty()) {
      table.wrong(
          1,
          Problem.at("")
              .found(lines.isEmpty() ? "nothing" : "the columns " + String.join(",", table.columns))
              .expected("also " + String.join(",", missing)));
      table.refuseIfWrong();
    }
    for (int i = 1; i < lines.size(); i++) {
      table.add(i + 1, lines.get(i));
    }
    return table;
  }

  private void add(int line, String text) {
    var cells = Arrays.stream(text.split(",", -1)).map(String::strip).toList();
    if (cells.size() == columns.size()) {
      rows.add(new Row(line, cells));
    } else {
      wrong(
          line,
          Problem.at("")
              .found(cells.size() + " fields")
              .expected(columns.size() + ", as many as columns in line 1"));
    }
  }

  boolean has(String column) {
    return columns.contains(column);
  }

  List<Row> rows() {
    return rows;
  }

  private void wrong(int line, Problem problem) {
    problems.add(new TraceProblem(line, problem));
  }

  /// To be called once all rows were asked for what is needed of them.
  void refuseIfWrong() throws IOException {
    if (problems.isEmpty()) {
      return;
    }
    var shown =
        problems.stream()
            .sorted(Comparator.comparingInt(TraceProblem::line))
            .limit(MOST_PROBLEMS)
            .map(one -> "%s:%d: %s".formatted(file, one.line(), one.problem().sentence()))
            .collect(Collectors.joining("\n"));
    int more = problems.size() - MOST_PROBLEMS;
    throw new IOException(more > 0 ? shown + "\nand " + more + " more" : shown);
  }

  /// One line of the list. A field that cannot be read is noted and answered with a stand-in, so
  /// that the rest is read too.
  final class Row {
    private final int line;
    private final List<String> cells;

    private Row(int line, List<String> cells) {
      this.line = line;
      this.cells = cells;
    }

    /// Empty if the field is, or if the list has no such column.
    Optional<String> text(String column) {
      int index = columns.indexOf(column);
      return index < 0 ? Optional.empty() : Optional.of(cells.get(index)).filter(c -> !c.isEmpty());
    }

    String name(String column) {
      var name = text(column);
      if (name.isEmpty()) {
        refuse(column, "a name");
      }
      return name.orElse("");
    }

    int number(String column) {
      var digits = text(column).filter(text -> text.matches("\\d{1," + MOST_DIGITS + "}"));
      if (digits.isEmpty()) {
        refuse(column, "a whole number from 0 to " + "9".repeat(MOST_DIGITS));
      }
      return digits.map(Integer::parseInt).orElse(0);
    }

    void refuse(String column, String expected) {
      var found = text(column).map(text -> '"' + text + '"').orElse("nothing");
      wrong(line, Problem.at(column).found(found).expected(expected));
    }
  }
}
