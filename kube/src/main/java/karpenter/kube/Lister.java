package karpenter.kube;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.function.Consumer;
import karpenter.operator.Unreachable;
import karpenter.operator.kube.Resource;

/// Lists page by page, handing on each object as it is read.
final class Lister {
  private static final int PAGE = 500;

  private final Http http;

  Lister(Http http) {
    this.http = http;
  }

  sealed interface Outcome {}

  /// @param version where a watch may begin
  record Listed(String version) implements Outcome {}

  /// The server has forgotten the state that the pages came from.
  record Expired() implements Outcome {}

  record UnknownKind() implements Outcome {}

  Outcome list(Resource resource, String path, Consumer<ObjectNode> each)
      throws Unreachable, InterruptedException {
    var next = "";
    while (true) {
      var query = "?limit=" + PAGE + (next.isEmpty() ? "" : "&continue=" + Paths.query(next));
      var call = Call.get("list", resource, path + query);
      try (var answer = http.open(call)) {
        switch (answer.code()) {
          case 200 -> {}
          case 404 -> {
            return new UnknownKind();
          }
          case 410 -> {
            return new Expired();
          }
          default -> throw answer.reply().unreachable();
        }
        var metadata = page(resource, Trees.parser(answer.body()), each);
        next = metadata.path("continue").asText();
        if (next.isEmpty()) {
          return new Listed(metadata.path("resourceVersion").asText());
        }
      } catch (IOException e) {
        throw new Unreachable("the list of %s broke off: %s".formatted(resource.plural(), e), e);
      }
    }
  }

  /// Returns the list's own metadata.
  private static ObjectNode page(Resource resource, JsonParser parser, Consumer<ObjectNode> each)
      throws IOException {
    var metadata = JsonNodeFactory.instance.objectNode();
    if (parser.nextToken() != JsonToken.START_OBJECT) {
      throw new IOException("no list");
    }
    for (var field = parser.nextFieldName(); field != null; field = parser.nextFieldName()) {
      var token = parser.nextToken();
      if (field.equals("items") && token == JsonToken.START_ARRAY) {
        while (parser.nextToken() == JsonToken.START_OBJECT) {
          each.accept(typed(resource, Trees.object(parser, "")));
        }
        if (parser.currentToken() != JsonToken.END_ARRAY) {
          throw new IOException("the list ends amid its items");
        }
      } else if (field.equals("metadata") && token == JsonToken.START_OBJECT) {
        metadata = Trees.object(parser, field);
      } else {
        parser.skipChildren();
      }
    }
    if (parser.currentToken() != JsonToken.END_OBJECT) {
      throw new IOException("the list was cut short");
    }
    return metadata;
  }

  /// Members of a list of a built-in kind do not say what they are; watched objects do.
  private static ObjectNode typed(Resource resource, ObjectNode object) {
    return object.put("apiVersion", resource.apiVersion()).put("kind", resource.kind());
  }
}
