package karpenter.api.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import karpenter.api.Json;
import org.jspecify.annotations.Nullable;

/// Writes documents for the API server's own code to judge (`src/test/go/admission`):
/// `AdmissionVectors FILE COUNT`.
final class AdmissionVectors {
  private static final int MAX_LENGTH = 1_000;
  private static final int MAX_DEPTH = 20;

  private AdmissionVectors() {}

  public static void main(String[] args) throws IOException {
    var vectors = JsonNodeFactory.instance.arrayNode();
    CelRulesTest.cases()
        .forEach(
            rule -> {
              vectors.add(
                  vector(
                      rule + " yes",
                      CelRulesTest.old(rule),
                      CelRulesTest.document(rule, rule.good())));
              vectors.add(
                  vector(
                      rule + " no",
                      CelRulesTest.old(rule),
                      CelRulesTest.document(rule, rule.bad())));
            });
    for (long seed = 0; vectors.size() < Integer.parseInt(args[1]); seed++) {
      var random = new SplittableRandom(seed);
      var crd = CrdSchemas.all().get(random.nextInt(CrdSchemas.all().size()));
      var old = random.nextInt(4) == 0 ? GeneratedDocuments.of(crd, random) : null;
      var object =
          GeneratedDocuments.damaged(GeneratedDocuments.of(crd, random), random.nextInt(3), random);
      if (isPortable(object)
          && (old == null || isPortable(old))
          && CrdSchemas.find(object.path("apiVersion").asText(), object.path("kind").asText())
              .isPresent()) {
        vectors.add(vector("seed " + seed, old, object));
      }
    }
    Files.writeString(Path.of(args[0]), vectors.toString());
  }

  private static ObjectNode vector(String name, @Nullable JsonNode old, JsonNode object) {
    var vector = JsonNodeFactory.instance.objectNode().put("name", name);
    if (old != null) {
      vector.set("old", old);
    }
    return vector.set("object", object);
  }

  /// Small, with sound metadata (which the schema does not check), without durations that only
  /// match the pattern, and with nothing another JSON reader would stumble over.
  private static boolean isPortable(JsonNode object) {
    if (depth(object) > MAX_DEPTH) {
      return false;
    }
    var text = object.toString();
    return text.length() < MAX_LENGTH
        && text.chars().noneMatch(c -> Character.isSurrogate((char) c) || c == 0)
        && !text.contains("9999999999999h")
        && !text.matches("(?s).*\\d{19}.*|.*\\dE.*")
        && Json.JSON.createObjectNode().put("name", "a").equals(object.path("metadata"));
  }

  private static int depth(JsonNode node) {
    int deepest = 0;
    for (var child : node) {
      deepest = Math.max(deepest, depth(child));
    }
    return deepest + 1;
  }
}
