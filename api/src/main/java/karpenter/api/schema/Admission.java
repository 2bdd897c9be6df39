package karpenter.api.schema;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import karpenter.api.ApiObject;
import karpenter.api.Json;
import karpenter.api.Problem;
import karpenter.api.Suggestion;
import org.jspecify.annotations.Nullable;

/// What an API server would answer to one custom resource.
public sealed interface Admission {

  /// Fields that were dropped, in either case.
  List<Problem> warnings();

  /// The object can be stored.
  ///
  /// @param document the object with its defaults, as it would be stored
  record Accepted(ApiObject object, JsonNode document, List<Problem> warnings)
      implements Admission {}

  record Refused(List<Problem> problems, List<Problem> warnings) implements Admission {}

  /// Whether this is a resource of ours at all, in whatever version: others are not ours to judge.
  static boolean concerns(JsonNode document) {
    return CrdSchemas.find(document.path("kind").asText())
        .map(Crd::apiVersion)
        .map(Admission::group)
        .equals(Optional.of(group(document.path("apiVersion").asText())));
  }

  static Admission ofNew(JsonNode document) {
    return admit(document, null);
  }

  /// The answer to a change of an object that was itself accepted before.
  static Admission ofChange(JsonNode old, JsonNode document) {
    return admit(document, old);
  }

  private static Admission admit(JsonNode document, @Nullable JsonNode old) {
    var crd = CrdSchemas.find(document.path("apiVersion").asText(), document.path("kind").asText());
    return crd.isPresent()
        ? admit(crd.get(), document, old)
        : new Refused(List.of(notOurs(document)), List.of());
  }

  private static Admission admit(Crd crd, JsonNode document, @Nullable JsonNode old) {
    var undecodable = Undecodable.problems(document);
    if (!undecodable.isEmpty()) {
      return new Refused(undecodable, List.of());
    }
    var now = Normalized.of(document, crd.schema());
    var before = old == null ? null : Normalized.of(old, crd.schema()).document();
    var problems =
        new ArrayList<>(Metadata.problems(now.document().path("metadata"), crd.isNamespaced()));
    problems.addAll(SchemaValidator.validate(crd.schema(), now.document(), before));
    problems.addAll(Scale.problems(crd, now.document()));
    return problems.isEmpty() ? read(crd, now) : new Refused(List.copyOf(problems), now.warnings());
  }

  /// What the schema let through may still have no meaning, such as a duration of a thousand years.
  private static Admission read(Crd crd, Normalized normalized) {
    try {
      var object = Json.JSON.treeToValue(normalized.document(), crd.type());
      return new Accepted(object, normalized.document(), normalized.warnings());
    } catch (JsonProcessingException e) {
      return new Refused(
          List.of(Unreadable.problem(e, normalized.document())), normalized.warnings());
    }
  }

  private static Problem notOurs(JsonNode document) {
    if (!document.isObject()) {
      return Problem.at("")
          .found(Shown.kind(document))
          .expected("an object with apiVersion, kind, metadata and spec");
    }
    var kinds = CrdSchemas.all().stream().map(Crd::kind).toList();
    var kind = document.path("kind");
    return CrdSchemas.find(kind.asText())
        .map(
            crd ->
                Problem.at("apiVersion")
                    .found(Shown.value(document.path("apiVersion")))
                    .expected(crd.apiVersion()))
        .orElseGet(
            () ->
                Problem.at("kind")
                    .found(Shown.value(kind))
                    .expected(
                        "one of "
                            + String.join(", ", kinds)
                            + Suggestion.hint(kind.asText(), kinds)));
  }

  private static String group(String apiVersion) {
    int slash = apiVersion.indexOf('/');
    return slash < 0 ? "" : apiVersion.substring(0, slash);
  }
}
