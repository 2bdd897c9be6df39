package karpenter.api.schema;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import karpenter.api.FieldPath;
import karpenter.api.LabelText;
import karpenter.api.Problem;

/// What Kubernetes asks of every object's metadata, whatever its schema.
final class Metadata {
  private Metadata() {}

  static List<Problem> problems(JsonNode metadata, boolean namespaced) {
    var problems = new Problems();
    if (metadata.isMissingNode() || metadata.isObject()) {
      name(metadata, problems);
      labels(metadata.path("labels"), problems);
      annotations(metadata.path("annotations"), problems);
      namespace(metadata.path("namespace"), namespaced, problems);
    }
    return problems.list();
  }

  private static void name(JsonNode metadata, Problems problems) {
    var name = metadata.path("name");
    boolean isGenerated =
        metadata.path("generateName").isTextual()
            && (name.isMissingNode() || name.asText().isEmpty());
    if (!isGenerated && !(name.isTextual() && LabelText.isSubdomain(name.textValue()))) {
      problems.add(
          Problem.at("metadata.name")
              .found(Shown.value(name))
              .expected(
                  "a name of lower-case letters, digits, dashes and dots, at most 253 characters"));
    }
  }

  private static void namespace(JsonNode namespace, boolean namespaced, Problems problems) {
    if (!namespace.isMissingNode()
        && !namespace.isNull()
        && !namespaced
        && !namespace.asText().isEmpty()) {
      problems.add(
          Problem.at("metadata.namespace")
              .found(Shown.value(namespace))
              .expected("nothing: objects of this kind belong to the whole cluster"));
    }
  }

  private static void labels(JsonNode labels, Problems problems) {
    texts(labels, "metadata.labels", problems);
    for (var label : labels.properties()) {
      var path = FieldPath.field("metadata.labels", label.getKey());
      LabelText.faultOfKey(label.getKey())
          .ifPresent(
              right ->
                  problems.add(
                      Problem.at(path)
                          .found("the key " + Shown.shortened(label.getKey()))
                          .expected(right)));
      LabelText.faultOfValue(label.getValue().asText())
          .ifPresent(
              right ->
                  problems.add(
                      Problem.at(path).found(Shown.value(label.getValue())).expected(right)));
    }
  }

  private static void annotations(JsonNode annotations, Problems problems) {
    texts(annotations, "metadata.annotations", problems);
  }

  private static void texts(JsonNode map, String path, Problems problems) {
    if (!map.isMissingNode() && !map.isNull() && !map.isObject()) {
      problems.add(Problem.at(path).found(Shown.kind(map)).expected("an object of texts"));
    }
    for (var field : map.properties()) {
      if (!field.getValue().isTextual()) {
        problems.add(
            Values.wrongType(
                java.util.Optional.of(Schema.Type.STRING),
                field.getValue(),
                FieldPath.field(path, field.getKey())));
      }
    }
  }
}
