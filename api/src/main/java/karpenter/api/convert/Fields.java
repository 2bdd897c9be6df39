package karpenter.api.convert;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import karpenter.api.CutText;
import karpenter.api.FieldPath;
import karpenter.api.Suggestion;

/// The fields of one object, each taken once. What nobody takes is a field that never existed, and
/// is refused as `kubectl` would.
final class Fields {
  private final ObjectNode rest;
  private final String path;
  private final Report report;
  private final List<String> known = new ArrayList<>();

  private Fields(ObjectNode rest, String path, Report report) {
    this.rest = rest;
    this.path = path;
    this.report = report;
  }

  static Fields of(JsonNode object, String path, Report report) {
    if (object instanceof ObjectNode fields) {
      return new Fields(fields.deepCopy(), path, report);
    }
    if (!object.isMissingNode() && !object.isNull()) {
      report.problem(path, shown(object), "an object");
    }
    return new Fields(JsonNodeFactory.instance.objectNode(), path, report);
  }

  /// The field, which nobody gets again; missing when it is not there or null.
  JsonNode take(String name) {
    known.add(name);
    var value = rest.remove(name);
    if (value == null) {
      value = otherCase(name).orElse(MissingNode.getInstance());
    }
    return value.isNull() ? MissingNode.getInstance() : value;
  }

  /// A field that differs in case alone is meant.
  private Optional<JsonNode> otherCase(String name) {
    return rest.propertyStream()
        .map(java.util.Map.Entry::getKey)
        .filter(written -> written.equalsIgnoreCase(name))
        .findFirst()
        .map(
            written -> {
              report.note(at(written), "spelled " + name + ": corrected");
              return rest.remove(written);
            });
  }

  /// An object below, with fields of its own.
  Fields into(String name) {
    return of(take(name), at(name), report);
  }

  /// Copies the field as it is, if it is there.
  void copy(String name, ObjectNode to) {
    copy(name, to, name);
  }

  void copy(String name, ObjectNode to, String newName) {
    var value = take(name);
    if (!value.isMissingNode()) {
      to.set(newName, value);
    }
  }

  String at(String name) {
    return FieldPath.field(path, name);
  }

  /// Refuses what was not taken.
  void end() {
    rest.propertyStream()
        .map(java.util.Map.Entry::getKey)
        .forEach(
            name ->
                report.problem(
                    at(name),
                    "a field that does not exist here",
                    "one of " + String.join(", ", known) + Suggestion.hint(name, known)));
  }

  static String shown(JsonNode value) {
    if (value.isMissingNode()) {
      return "nothing";
    }
    var text = value.toString();
    return CutText.at(text, 100, "…");
  }
}
