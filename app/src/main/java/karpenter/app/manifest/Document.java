package karpenter.app.manifest;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/// One object of an input file.
///
/// @param line where it begins in the file
/// @param text as it stands in the file, comments included; empty for an item of a list
/// @param lines finds the fields again; asked only when something is wrong, so it may take its time
public record Document(String file, int line, JsonNode object, String text, FieldLines lines) {

  /// Identifies the document and tells a person where it is.
  public String source() {
    return file + ":" + line;
  }

  /// `Pod default/web`: what a person calls it.
  public String name() {
    var name = object.at("/metadata/name").asText();
    var namespace = object.at("/metadata/namespace").asText();
    var kind = object.path("kind").asText("document");
    return name.isEmpty() ? kind : kind + " " + (namespace.isEmpty() ? "" : namespace + "/") + name;
  }

  /// The line of a field such as `spec.containers[0].image`. For one that is missing, that of the
  /// innermost object it should have been in.
  public int lineOf(String path) {
    return lines.lineOf(path);
  }

  /// Where fields of a document are.
  public interface FieldLines {
    int lineOf(String path);

    /// The lines of all elements of the list at the path, in one go: asking for each of ten
    /// thousand would read the document ten thousand times.
    List<Integer> linesOfItems(String path);
  }
}
