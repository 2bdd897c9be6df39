package karpenter.kube;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.Duration;
import karpenter.operator.Unreachable;
import karpenter.operator.kube.Resource;

/// Lists page by page, handing on each object as it is read.
final class Lister {
  private static final int PAGE = 500;

  /// A page that fails is asked for again, because beginning again would cost every page before it.
  private static final int MAX_PAGE_TRIES = 5;

  private final Http http;
  private final Pauses pauses;

  Lister(Http http, Pauses pauses) {
    this.http = http;
    this.pauses = pauses;
  }

  /// Who reads the list. A page that broke off is read again, so an object may come twice.
  interface Reader {
    /// Called for every page, before its objects where the server says its version first.
    void version(String version) throws Unreachable;

    void object(ObjectNode object);
  }

  sealed interface Outcome {}

  /// @param version where a watch may begin
  record Listed(String version) implements Outcome {}

  /// The server has forgotten the state that the pages came from.
  record Expired() implements Outcome {}

  /// The first page was answered with HTTP 404.
  record NotFound() implements Outcome {}

  /// @param next where the list goes on; empty at its end
  private record Page(Outcome outcome, String next) {}

  /// @param selector part of the query; empty for all
  Outcome list(Resource resource, String path, String selector, Reader reader)
      throws Unreachable, InterruptedException {
    var first = path + "?limit=" + PAGE + (selector.isEmpty() ? "" : "&" + selector);
    var next = "";
    while (true) {
      var page = page(resource, first, next, reader);
      if (page.next().isEmpty()) {
        return page.outcome();
      }
      next = page.next();
    }
  }

  private Page page(Resource resource, String path, String next, Reader reader)
      throws Unreachable, InterruptedException {
    for (int tries = 1; ; tries++) {
      try {
        return ask(resource, path, next, reader);
      } catch (Unreachable unreachable) {
        // Whoever asked for the first page may as well ask again.
        if (next.isEmpty() || tries == MAX_PAGE_TRIES) {
          throw unreachable;
        }
        pauses.sleep(pause(unreachable, tries));
      }
    }
  }

  private static Duration pause(Unreachable unreachable, int tries) {
    var own = Pauses.backOff(tries);
    return unreachable
        .retryAfter()
        .filter(wished -> wished.compareTo(own) > 0 && wished.compareTo(Pauses.MOST) <= 0)
        .orElse(own);
  }

  private Page ask(Resource resource, String path, String next, Reader reader)
      throws Unreachable, InterruptedException {
    var query = next.isEmpty() ? "" : "&continue=" + Paths.query(next);
    try (var answer = http.open(Call.get("list", resource, path + query))) {
      switch (answer.code()) {
        case 200 -> {}
        case 404 -> {
          if (next.isEmpty()) {
            return new Page(new NotFound(), "");
          }
          throw answer.reply().unreachable();
        }
        case 410 -> {
          return new Page(new Expired(), "");
        }
        default -> throw answer.reply().unreachable();
      }
      var metadata = read(resource, Trees.parser(answer.body()), reader);
      var listed = new Listed(metadata.path("resourceVersion").asText());
      return new Page(listed, metadata.path("continue").asText());
    } catch (IOException e) {
      throw new Unreachable("the list of %s broke off: %s".formatted(resource.plural(), e), e);
    }
  }

  /// Returns the list's own metadata.
  private static ObjectNode read(Resource resource, JsonParser parser, Reader reader)
      throws IOException, Unreachable {
    var metadata = JsonNodeFactory.instance.objectNode();
    boolean hasItems = false;
    if (parser.nextToken() != JsonToken.START_OBJECT) {
      throw new IOException("no list");
    }
    for (var field = parser.nextFieldName(); field != null; field = parser.nextFieldName()) {
      var token = parser.nextToken();
      if (field.equals("items") && token == JsonToken.START_ARRAY) {
        hasItems = true;
        while (parser.nextToken() == JsonToken.START_OBJECT) {
          reader.object(typed(resource, Trees.object(parser, "")));
        }
        if (parser.currentToken() != JsonToken.END_ARRAY) {
          throw new IOException("the list ends amid its items");
        }
      } else if (field.equals("metadata") && token == JsonToken.START_OBJECT) {
        metadata = Trees.object(parser, field);
        reader.version(metadata.path("resourceVersion").asText());
      } else {
        // A list without members may say so by null.
        hasItems |= field.equals("items");
        parser.skipChildren();
      }
    }
    if (parser.currentToken() != JsonToken.END_OBJECT) {
      throw new IOException("the list was cut short");
    }
    if (!hasItems) {
      throw new IOException("an answer without items is no list");
    }
    return metadata;
  }

  /// Members of a list of a built-in kind do not say what they are; watched objects do.
  private static ObjectNode typed(Resource resource, ObjectNode object) {
    return object.put("apiVersion", resource.apiVersion()).put("kind", resource.kind());
  }
}
