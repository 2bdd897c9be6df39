package karpenter.app.manifest;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import karpenter.app.manifest.DocumentSplitter.Chunk;

/// Finds fields of a JSON value again by reading its text up to them.
///
/// @param ordinal which of the values in the text it is
record JsonLines(Chunk chunk, int ordinal) implements Document.FieldLines {

  @Override
  public int lineOf(String path) {
    return reading(parser -> follow(parser, new FieldPath(path)).line());
  }

  @Override
  public List<Integer> linesOfItems(String path) {
    return reading(
        parser -> {
          List<Integer> lines = new ArrayList<>();
          if (!follow(parser, new FieldPath(path)).isAll()
              || parser.currentToken() != JsonToken.START_ARRAY) {
            return lines;
          }
          while (parser.nextToken() != JsonToken.END_ARRAY) {
            lines.add(line(parser));
            parser.skipChildren();
          }
          return lines;
        });
  }

  private interface Search<T> {
    T in(JsonParser parser) throws IOException;
  }

  private <T> T reading(Search<T> search) {
    try (JsonParser parser = JsonDocuments.parser(chunk)) {
      for (int i = 0; i <= ordinal; i++) {
        if (i > 0) parser.skipChildren();
        parser.nextToken();
      }
      return search.in(parser);
    } catch (IOException e) {
      throw new UncheckedIOException("the text was read before", e);
    }
  }

  /// How far the path could be followed.
  private record Reached(int line, FieldPath rest) {
    boolean isAll() {
      return rest.isEnd();
    }
  }

  /// Leaves the parser at the value, or at the innermost one on the way that exists.
  private Reached follow(JsonParser parser, FieldPath path) throws IOException {
    var reached = new Reached(line(parser), path);
    while (!reached.isAll()) {
      var next =
          switch (parser.currentToken()) {
            case START_ARRAY -> item(parser, reached.rest());
            case START_OBJECT -> field(parser, reached.rest());
            default -> Optional.<Reached>empty();
          };
      if (next.isEmpty()) return reached;
      reached = next.get();
    }
    return reached;
  }

  private Optional<Reached> item(JsonParser parser, FieldPath path) throws IOException {
    var index = path.index();
    if (index.isEmpty()) return Optional.empty();
    for (int i = 0; i <= index.getAsInt(); i++) {
      if (i > 0) parser.skipChildren();
      if (parser.nextToken() == JsonToken.END_ARRAY) return Optional.empty();
    }
    return Optional.of(new Reached(line(parser), path.afterIndex()));
  }

  private Optional<Reached> field(JsonParser parser, FieldPath path) throws IOException {
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      int line = line(parser);
      var step = path.into(Set.of(parser.currentName()));
      parser.nextToken();
      if (step.isPresent()) return Optional.of(new Reached(line, step.get().next()));
      parser.skipChildren();
    }
    return Optional.empty();
  }

  private int line(JsonParser parser) {
    return chunk.firstLine() + parser.currentTokenLocation().getLineNr() - 1;
  }
}
