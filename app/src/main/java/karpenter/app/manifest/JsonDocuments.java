package karpenter.app.manifest;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import karpenter.api.Problem;
import karpenter.app.manifest.DocumentSplitter.Chunk;

/// Reads JSON values written one after the other. After a break the rest of the text is lost: JSON
/// has no mark to find the next value by.
final class JsonDocuments {
  private static final ObjectMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(YamlDocument.MAX_DEPTH)
                          .maxStringLength(YamlDocument.MAX_CHARACTERS)
                          .build())
                  .build())
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .build();

  private JsonDocuments() {}

  static boolean looksLikeJson(Chunk chunk) {
    var text = chunk.text().stripLeading();
    return text.startsWith("{") || text.startsWith("[");
  }

  static DocumentParse parse(String file, Chunk chunk) {
    List<Document> documents = new ArrayList<>();
    try (JsonParser parser = MAPPER.createParser(chunk.text())) {
      while (parser.nextToken() != null) {
        int line = parser.currentTokenLocation().getLineNr();
        int ordinal = documents.size();
        JsonNode object = MAPPER.readTree(parser);
        documents.add(
            new Document(
                file,
                chunk.firstLine() + line - 1,
                object,
                path -> chunk.firstLine() + lineIn(chunk.text(), ordinal, path) - 1));
      }
      return new DocumentParse(documents, List.of());
    } catch (JsonProcessingException e) {
      return new DocumentParse(documents, List.of(broken(file, chunk, e)));
    } catch (IOException e) {
      throw new UncheckedIOException("reading a string does no I/O", e);
    }
  }

  private static InputProblem broken(String file, Chunk chunk, JsonProcessingException e) {
    var place = e.getLocation();
    int line = chunk.firstLine() + (place == null ? 0 : place.getLineNr() - 1);
    var column = place == null ? "" : " at column " + place.getColumnNr();
    return new InputProblem(
        file,
        line,
        Problem.at("")
            .found("broken JSON" + column + ": " + e.getOriginalMessage())
            .expected("JSON values"));
  }

  /// Reads the text again up to the field.
  private static int lineIn(String text, int ordinal, String path) {
    try (JsonParser parser = MAPPER.createParser(text)) {
      for (int i = 0; i <= ordinal; i++) {
        if (i > 0) parser.skipChildren();
        parser.nextToken();
      }
      return find(parser, new FieldPath(path));
    } catch (IOException e) {
      throw new UncheckedIOException("the text was read before", e);
    }
  }

  private static int find(JsonParser parser, FieldPath path) throws IOException {
    int shown = parser.currentTokenLocation().getLineNr();
    while (!path.isEnd()) {
      if (parser.currentToken() == JsonToken.START_ARRAY) {
        var index = path.index();
        if (index.isEmpty()) return shown;
        for (int i = 0; i <= index.getAsInt(); i++) {
          if (i > 0) parser.skipChildren();
          if (parser.nextToken() == JsonToken.END_ARRAY) return shown;
        }
        shown = parser.currentTokenLocation().getLineNr();
        path = path.afterIndex();
      } else if (parser.currentToken() == JsonToken.START_OBJECT) {
        var next = field(parser, path);
        if (next == null) return shown;
        shown = next.line();
        path = next.rest();
      } else {
        return shown;
      }
    }
    return shown;
  }

  private record Found(int line, FieldPath rest) {}

  private static @org.jspecify.annotations.Nullable Found field(JsonParser parser, FieldPath path)
      throws IOException {
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      int line = parser.currentTokenLocation().getLineNr();
      var step = path.into(Set.of(parser.currentName()));
      parser.nextToken();
      if (step.isPresent()) return new Found(line, step.get().next());
      parser.skipChildren();
    }
    return null;
  }
}
