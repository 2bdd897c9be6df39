package karpenter.api.convert;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/// From a pool or claim to its node class.
final class References {
  private References() {}

  /// The version of the class is left out now. What is not said stays unsaid here: which kind is
  /// meant may show elsewhere in the input.
  static ObjectNode toV1(JsonNode beta, String path, Report report) {
    var reference = JsonNodeFactory.instance.objectNode();
    var fields = Fields.of(beta, path, report);
    var apiVersion = fields.take("apiVersion");
    fields.copy("group", reference);
    if (!apiVersion.isMissingNode() && !reference.has("group")) {
      reference.put("group", apiVersion.asText().replaceAll("/.*", ""));
      report.note(path + ".apiVersion", "is group now, without the version");
    }
    fields.copy("kind", reference);
    fields.copy("name", reference);
    fields.end();
    return reference;
  }
}
