package karpenter.bench.document;

import java.util.ArrayList;
import java.util.List;

/// A part of a document that is written by commands:
///
/// ```
/// <!-- bench: VIEW
/// COMMAND
/// -->
/// what is written
/// <!-- end -->
/// ```
///
/// @param from the first line of what is written
/// @param to the line after it, which ends the block
record Block(String view, List<String> commands, int from, int to) {
  /// What a block begins with whose figures an older command has measured.
  static final String OLDER = "**Not measured by this command yet.**";

  private static final String OPEN = "<!-- bench: ";
  private static final String CLOSED = "-->";
  private static final String END = "<!-- end -->";

  static List<Block> in(List<String> lines) {
    List<Block> blocks = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).startsWith(OPEN)) {
        var block = at(lines, i);
        blocks.add(block);
        i = block.to();
      }
    }
    return blocks;
  }

  private static Block at(List<String> lines, int open) {
    int closed = find(lines, open + 1, CLOSED);
    int end = find(lines, closed + 1, END);
    return new Block(
        lines.get(open).substring(OPEN.length()).strip(),
        List.copyOf(lines.subList(open + 1, closed)),
        closed + 1,
        end);
  }

  private static int find(List<String> lines, int from, String wanted) {
    for (int i = from; i < lines.size(); i++) {
      if (lines.get(i).strip().equals(wanted)) {
        return i;
      }
      if (lines.get(i).startsWith(OPEN)) {
        break;
      }
    }
    throw new IllegalArgumentException("line %d: expected %s below it".formatted(from, wanted));
  }

  List<String> written(List<String> lines) {
    return lines.subList(from, to);
  }

  /// The document with another content of this block. Line numbers of blocks below no longer hold.
  List<String> rewritten(List<String> lines, List<String> content) {
    List<String> all = new ArrayList<>(lines.subList(0, from));
    all.addAll(content);
    all.addAll(lines.subList(to, lines.size()));
    return all;
  }
}
