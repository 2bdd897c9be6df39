package karpenter.app.manifest;

import java.util.ArrayList;
import java.util.List;

/// Cuts a file at its document markers before anything is parsed, so that a broken document cannot
/// hide the next one. A line that begins with `---` ends a document whatever precedes it: YAML
/// forbids it inside any scalar, and JSON has no such line.
final class DocumentSplitter {
  private DocumentSplitter() {}

  /// @param firstLine the line in the file, from one, on which the text begins
  record Chunk(int firstLine, String text) {}

  static List<Chunk> split(String text) {
    List<Chunk> chunks = new ArrayList<>();
    var current = new StringBuilder();
    int firstLine = 1;
    int line = 0;
    for (String content : text.lines().toList()) {
      line++;
      boolean begins = isMarker(content, "---");
      if (begins || isMarker(content, "...")) {
        add(chunks, firstLine, current);
        current = new StringBuilder();
        firstLine = begins ? line : line + 1;
      }
      // The end marker itself belongs to no document.
      if (!isMarker(content, "...")) current.append(content).append('\n');
    }
    add(chunks, firstLine, current);
    return chunks;
  }

  private static boolean isMarker(String line, String marker) {
    return line.startsWith(marker)
        && (line.length() == marker.length()
            || Character.isWhitespace(line.charAt(marker.length())));
  }

  private static void add(List<Chunk> chunks, int firstLine, CharSequence text) {
    if (text.toString().lines().anyMatch(DocumentSplitter::isContent)) {
      chunks.add(new Chunk(firstLine, text.toString()));
    }
  }

  /// Comments, directives and a bare marker make no document.
  private static boolean isContent(String line) {
    var rest = line.startsWith("---") ? line.substring(3).strip() : line.strip();
    return !rest.isEmpty() && !rest.startsWith("#") && !line.startsWith("%");
  }
}
