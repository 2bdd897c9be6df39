package karpenter.api.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import karpenter.api.FieldPath;

/// Field names that differ from those of the schema in case alone: `kmsKeyId` for `kmsKeyID`. A
/// server drops such a field, and nobody means that.
///
/// @param corrected the document with the names of the schema
/// @param corrections path as written, and the name it should have had
public record Spelling(JsonNode corrected, Map<String, String> corrections) {

  public static Spelling of(JsonNode document, Crd crd) {
    var corrections = new LinkedHashMap<String, String>();
    var corrected = correct(document, crd.schema(), "", corrections);
    return new Spelling(corrected, corrections);
  }

  private static JsonNode correct(
      JsonNode value, Schema schema, String path, Map<String, String> corrections) {
    if (value.isObject() && !schema.isOpen()) {
      return object(value, schema, path, corrections);
    }
    if (value.isArray() && schema.items() != null) {
      var array = JsonNodeFactory.instance.arrayNode();
      for (int i = 0; i < value.size(); i++) {
        array.add(correct(value.get(i), schema.items(), FieldPath.item(path, i), corrections));
      }
      return array;
    }
    return value;
  }

  private static ObjectNode object(
      JsonNode value, Schema schema, String path, Map<String, String> corrections) {
    var result = JsonNodeFactory.instance.objectNode();
    for (var entry : value.properties()) {
      var name = entry.getKey();
      var meant = schema.field(name) != null ? name : otherCase(name, schema, value);
      if (!meant.equals(name)) {
        corrections.put(FieldPath.field(path, name), meant);
      }
      var field = schema.field(meant);
      result.set(
          meant,
          field == null
              ? entry.getValue()
              : correct(entry.getValue(), field, FieldPath.field(path, meant), corrections));
    }
    return result;
  }

  private static String otherCase(String name, Schema schema, JsonNode object) {
    List<String> candidates = new ArrayList<>();
    for (var known : schema.properties().keySet()) {
      if (known.equalsIgnoreCase(name) && !object.has(known)) {
        candidates.add(known);
      }
    }
    return candidates.size() == 1 ? candidates.getFirst() : name;
  }
}
