package karpenter.app.terminal;

import java.util.List;
import java.util.stream.IntStream;

/// Rows of cells as lines whose columns stand below each other.
public final class Columns {
  private static final int GAP = 2;

  private Columns() {}

  public static List<String> aligned(List<List<String>> rows) {
    int columns = rows.stream().mapToInt(List::size).max().orElse(0);
    var widths = IntStream.range(0, columns).map(column -> width(rows, column)).toArray();
    return rows.stream().map(row -> line(row, widths)).toList();
  }

  private static int width(List<List<String>> rows, int column) {
    return rows.stream()
        .filter(row -> column < row.size())
        .mapToInt(row -> row.get(column).length())
        .max()
        .orElse(0);
  }

  private static String line(List<String> row, int[] widths) {
    var line = new StringBuilder();
    for (int i = 0; i < row.size(); i++) {
      line.append(row.get(i)).repeat(' ', widths[i] - row.get(i).length() + GAP);
    }
    return line.toString().stripTrailing();
  }
}
