package karpenter.api.schema;

import com.fasterxml.jackson.databind.JsonNode;
import karpenter.api.FieldPath;

/// The first field in which two versions of a value differ, in words.
final class Change {
  private Change() {}

  static String between(JsonNode old, JsonNode now) {
    return between(old, now, "");
  }

  private static String between(JsonNode old, JsonNode now, String path) {
    if (old.isObject() && now.isObject()) {
      for (var field : old.properties()) {
        var other = now.path(field.getKey());
        if (!other.equals(field.getValue())) {
          return between(field.getValue(), other, FieldPath.field(path, field.getKey()));
        }
      }
      for (var field : now.properties()) {
        if (!old.has(field.getKey())) {
          return between(
              old.path(field.getKey()), field.getValue(), FieldPath.field(path, field.getKey()));
        }
      }
    }
    return "a change"
        + (path.isEmpty() ? "" : " of " + path)
        + " from "
        + Shown.value(old)
        + " to "
        + Shown.value(now);
  }
}
