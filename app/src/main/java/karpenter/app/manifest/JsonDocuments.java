package karpenter.app.manifest;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
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
import java.util.regex.Pattern;
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
          .nodeFactory(Numbers.BOUNDED)
          .build();

  private static final Pattern BARE_KEY = Pattern.compile("\\s*+\\{\\s*+[^\"}\\s]");

  private JsonDocuments() {}

  static boolean looksLikeJson(Chunk chunk) {
    var text = chunk.text().stripLeading();
    return text.startsWith("{") || text.startsWith("[");
  }

  /// `{a: b}` is YAML although it begins like JSON.
  static boolean beginsWithBareKey(Chunk chunk) {
    return BARE_KEY.matcher(chunk.text()).lookingAt();
  }

  static DocumentParse parse(String file, Chunk chunk) {
    List<Document> documents = new ArrayList<>();
    List<InputProblem> problems = new ArrayList<>();
    try (JsonParser parser = parser(chunk)) {
      for (int ordinal = 0; parser.nextToken() != null; ordinal++) {
        int line = chunk.firstLine() + parser.currentTokenLocation().getLineNr() - 1;
        JsonNode object = tree(parser);
        var lines = new JsonLines(chunk, ordinal);
        var half = HalfCharacter.firstIn(object);
        if (half.isPresent()) {
          problems.add(new InputProblem(file, lines.lineOf(half.get().path()), half.get()));
          break;
        }
        documents.add(new Document(file, line, object, "", lines));
      }
    } catch (JsonProcessingException e) {
      problems.add(broken(file, chunk, e));
    } catch (IOException e) {
      throw new UncheckedIOException("reading a string does no I/O", e);
    }
    return new DocumentParse(documents, problems);
  }

  /// Numbers are parsed late, and one without a meaning is then no matter of JSON any more.
  private static JsonNode tree(JsonParser parser) throws IOException {
    try {
      return MAPPER.readTree(parser);
    } catch (NumberFormatException e) {
      throw new JsonParseException(
          parser, "a number with an exponent above " + Numbers.MAX_EXPONENT, e);
    }
  }

  private static InputProblem broken(String file, Chunk chunk, JsonProcessingException e) {
    var place = e.getLocation();
    int line = chunk.firstLine() + (place == null ? 0 : place.getLineNr() - 1);
    var column = place == null ? "" : " at column " + place.getColumnNr();
    return new InputProblem(
        file,
        line,
        Problem.at("").found("broken JSON" + column + ": " + message(e)).expected("JSON values"));
  }

  /// Without the setting that the library's message of `NaN` recommends to programmers.
  private static String message(JsonProcessingException e) {
    return e.getOriginalMessage().replaceFirst(": enable `\\w+\\.\\w+` to allow$", "");
  }

  static JsonParser parser(Chunk chunk) throws IOException {
    return MAPPER.createParser(chunk.text());
  }
}
