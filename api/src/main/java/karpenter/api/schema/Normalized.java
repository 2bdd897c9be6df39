package karpenter.api.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import karpenter.api.FieldPath;
import karpenter.api.Problem;
import karpenter.api.Suggestion;
import org.jspecify.annotations.Nullable;

/// A document as a server would store it: nulls gone, unknown fields dropped, defaults filled in.
/// The input is not changed. What was dropped is a warning, because the user thinks it does
/// something.
///
/// The walk follows the schema, not the document, so that no nesting of the input can exhaust the
/// stack.
record Normalized(JsonNode document, List<Problem> warnings) {

  static Normalized of(JsonNode document, Schema schema) {
    return of(document, schema, null);
  }

  /// @param stored what it was before, in the form it is to have: parts that are the same need no
  ///   look
  static Normalized of(JsonNode document, Schema schema, @Nullable JsonNode stored) {
    var walk = new Walk(schema, new Problems());
    return new Normalized(walk.normalize(document, schema, stored, ""), walk.warnings.list());
  }

  private record Walk(Schema root, Problems warnings) {
    JsonNode normalize(JsonNode value, Schema schema, @Nullable JsonNode stored, String path) {
      if (value.isObject() && schema.type().equals(Optional.of(Schema.Type.OBJECT))) {
        return schema.isOpen() ? value : object(value, schema, stored, path);
      }
      if (value.isArray() && schema.items() != null) {
        return array(value, schema.items(), stored, path);
      }
      if (mayBeInteger(schema) && isIntegral(value)) {
        return LongNode.valueOf(value.longValue());
      }
      return value;
    }

    private ObjectNode object(
        JsonNode value, Schema schema, @Nullable JsonNode stored, String path) {
      var result = JsonNodeFactory.instance.objectNode();
      for (var entry : value.properties()) {
        var name = entry.getKey();
        var field = schema.field(name);
        if (field == null) {
          warnings.add(unknown(name, schema, path));
        } else if (!entry.getValue().isNull()) {
          var before = stored == null ? null : stored.get(name);
          boolean isAsBefore = entry.getValue().equals(before);
          result.set(
              name,
              isAsBefore
                  ? entry.getValue()
                  : normalize(entry.getValue(), field, before, FieldPath.field(path, name)));
        } else if (field.defaultValue() != null) {
          result.set(
              name, normalize(field.defaultValue(), field, null, FieldPath.field(path, name)));
        }
      }
      schema
          .properties()
          .forEach(
              (name, field) -> {
                if (field.defaultValue() != null && !result.has(name)) {
                  result.set(
                      name,
                      normalize(field.defaultValue(), field, null, FieldPath.field(path, name)));
                }
              });
      return result;
    }

    private ArrayNode array(JsonNode value, Schema items, @Nullable JsonNode stored, String path) {
      var result = JsonNodeFactory.instance.arrayNode(value.size());
      for (int i = 0; i < value.size(); i++) {
        var item = value.get(i);
        if (stored != null && Items.isAmong(stored, item, i)) {
          result.add(item);
        } else {
          result.add(normalize(item, items, null, FieldPath.item(path, i)));
        }
      }
      return result;
    }

    private Problem unknown(String name, Schema schema, String path) {
      var known = new ArrayList<>(schema.properties().keySet());
      return Problem.at(FieldPath.field(path, name))
          .found("an unknown field, which a server drops")
          .expected("one of " + String.join(", ", known) + hint(name, known));
    }

    /// A misspelt field, or one that was written in the wrong place: the usual trace of an older
    /// version of the API.
    private String hint(String name, List<String> known) {
      var misspelt = Suggestion.hint(name, known);
      var places = misspelt.isEmpty() ? root.placesOf(name) : List.<String>of();
      return places.size() == 1 ? "; it belongs at " + places.getFirst() : misspelt;
    }

    /// What has no type is an integer or a quantity.
    private boolean mayBeInteger(Schema schema) {
      return schema.type().map(type -> type == Schema.Type.INTEGER).orElse(true);
    }

    /// `3.0` is an integer to a server.
    private boolean isIntegral(JsonNode value) {
      return value.isFloatingPointNumber()
          && value.canConvertToLong()
          && value.doubleValue() == Math.rint(value.doubleValue());
    }
  }
}
