package karpenter.app.manifest;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import karpenter.api.Problem;
import karpenter.app.manifest.DocumentSplitter.Chunk;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.events.CollectionStartEvent;
import org.yaml.snakeyaml.events.ScalarEvent;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.SequenceNode;

/// Reads one YAML document.
final class YamlDocument {
  // Above these a file is a mistake or an attack; below, parsing takes seconds at most.
  static final int MAX_CHARACTERS = 64 << 20;
  static final int MAX_DEPTH = 100;
  private static final int MAX_ALIASES = 1000;

  private YamlDocument() {}

  static DocumentParse parse(String file, Chunk chunk) {
    @Nullable Node root;
    try {
      root = compose(chunk.text());
    } catch (MarkedYAMLException e) {
      var mark = mark(e, chunk);
      if (chunk.text().contains("{{"))
        return DocumentParse.failed(template(file, lineOf(mark, chunk)));
      return DocumentParse.failed(
          broken(file, lineOf(mark, chunk), columnOf(mark), e.getProblem()));
    } catch (IllegalArgumentException e) {
      var mark = markOfTag(chunk.text());
      return DocumentParse.failed(
          broken(
              file, lineOf(mark, chunk), columnOf(mark), "a tag that begins or ends with blanks"));
    } catch (YAMLException e) {
      return DocumentParse.failed(broken(file, chunk.firstLine(), 0, e.getMessage()));
    }
    // Only a byte order mark, or one before a comment.
    if (root == null) return new DocumentParse(List.of(), List.of());
    List<InputProblem> problems = new ArrayList<>();
    var tree =
        YamlTree.of(
            root,
            (node, problem) ->
                problems.add(new InputProblem(file, lineOf(node.getStartMark(), chunk), problem)));
    if (!problems.isEmpty() && chunk.text().contains("{{")) {
      return DocumentParse.failed(template(file, problems.getFirst().line()));
    }
    if (!problems.isEmpty()) return new DocumentParse(List.of(), problems);
    int line = lineOf(root.getStartMark(), chunk);
    return new DocumentParse(
        List.of(new Document(file, line, tree, chunk.text(), new Lines(chunk))), List.of());
  }

  /// Where the trouble shows. What is never closed shows only at the end of the text, so there its
  /// beginning is more use.
  private static @Nullable Mark mark(MarkedYAMLException e, Chunk chunk) {
    var mark = e.getProblemMark();
    boolean atEnd = mark != null && mark.getLine() >= chunk.text().lines().count();
    return atEnd && e.getContextMark() != null ? e.getContextMark() : mark;
  }

  /// Escapes can put blanks and control characters at the ends of a tag, as in `!!map%20`. The
  /// library refuses that without saying where.
  private static @Nullable Mark markOfTag(String text) {
    for (var event : yaml().parse(new StringReader(text))) {
      var tag =
          switch (event) {
            case ScalarEvent scalar -> scalar.getTag();
            case CollectionStartEvent collection -> collection.getTag();
            default -> null;
          };
      if (tag != null && tag.trim().length() < tag.length()) return event.getStartMark();
    }
    return null;
  }

  /// Null of a text without a value.
  private static @Nullable Node compose(String text) {
    return yaml().compose(new StringReader(text));
  }

  private static Yaml yaml() {
    var options = new LoaderOptions();
    options.setCodePointLimit(MAX_CHARACTERS);
    options.setNestingDepthLimit(MAX_DEPTH);
    options.setMaxAliasesForCollections(MAX_ALIASES);
    return new Yaml(options);
  }

  private record Lines(Chunk chunk) implements Document.FieldLines {
    @Override
    public int lineOf(String path) {
      return YamlDocument.lineOf(find(path).shown().getStartMark(), chunk);
    }

    @Override
    public List<Integer> linesOfItems(String path) {
      return find(path).value() instanceof SequenceNode sequence
          ? sequence.getValue().stream()
              .map(item -> YamlDocument.lineOf(item.getStartMark(), chunk))
              .toList()
          : List.of();
    }

    private YamlField find(String path) {
      var root = Objects.requireNonNull(compose(chunk.text()), "the text was read before");
      return YamlField.find(root, new FieldPath(path));
    }
  }

  private static InputProblem template(String file, int line) {
    return new InputProblem(
        file,
        line,
        Problem.at("")
            .found("a template with {{ }}, which is no YAML before it is rendered")
            .expected("the manifests it makes, as of: helm template CHART | karpenter … -f -"));
  }

  private static InputProblem broken(String file, int line, int column, @Nullable String message) {
    var where = column > 0 ? " at column " + column : "";
    return new InputProblem(
        file,
        line,
        Problem.at("").found("broken YAML" + where + ": " + message).expected("a YAML document"));
  }

  private static int lineOf(@Nullable Mark mark, Chunk chunk) {
    return chunk.firstLine() + (mark == null ? 0 : mark.getLine());
  }

  private static int columnOf(@Nullable Mark mark) {
    return mark == null ? 0 : mark.getColumn() + 1;
  }
}
