package karpenter.api.schema;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import karpenter.api.Json;
import karpenter.api.Problem;

/// What an API server would answer to a change of a custom resource that it has stored itself. What
/// is as it was is not judged again, as a server that ratchets does it: most changes are of a
/// status, and cost what they change.
public sealed interface Revision {

  /// The change can be stored.
  ///
  /// @param document with its defaults; what has not changed may be shared with what was given
  record Kept(JsonNode document) implements Revision {}

  record Refused(List<Problem> problems) implements Revision {}

  /// @param stored as it stands, normal and complete
  static Revision of(Crd crd, JsonNode stored, JsonNode document) {
    if (Undecodable.isNew(document, stored)) {
      return new Refused(Undecodable.problems(document));
    }
    var now = Normalized.of(document, crd.schema(), stored).document();
    var problems = new ArrayList<Problem>();
    if (!now.path("metadata").equals(stored.path("metadata"))) {
      problems.addAll(Metadata.problems(now.path("metadata"), crd.isNamespaced()));
    }
    problems.addAll(SchemaValidator.validate(crd.schema(), now, stored));
    if (!now.path("spec").equals(stored.path("spec"))) {
      problems.addAll(Scale.problems(crd, now));
      if (problems.isEmpty()) {
        return read(crd, now);
      }
    }
    return problems.isEmpty() ? new Kept(now) : new Refused(List.copyOf(problems));
  }

  private static Revision read(Crd crd, JsonNode document) {
    try {
      Json.JSON.treeToValue(document, crd.type());
      return new Kept(document);
    } catch (JsonProcessingException e) {
      return new Refused(List.of(Unreadable.problem(e, document)));
    }
  }
}
