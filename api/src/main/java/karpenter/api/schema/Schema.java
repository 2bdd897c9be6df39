package karpenter.api.schema;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import karpenter.api.FieldPath;
import org.jspecify.annotations.Nullable;

/// One node of a structural schema: what a value at this place may be.
///
/// @param type absent where a value may be an integer or a text
record Schema(
    Optional<Type> type,
    Map<String, Schema> properties,
    @Nullable Schema additionalProperties,
    @Nullable Schema items,
    List<String> required,
    Bounds bounds,
    ListType listType,
    List<String> listMapKeys,
    @Nullable JsonNode defaultValue,
    List<Rule> rules) {

  enum Type {
    OBJECT("an object"),
    ARRAY("a list"),
    STRING("a text"),
    INTEGER("an integer"),
    NUMBER("a number"),
    BOOLEAN("true or false");

    private final String words;

    Type(String words) {
      this.words = words;
    }

    String words() {
      return words;
    }
  }

  enum ListType {
    ATOMIC,
    SET,
    MAP
  }

  /// Limits on a value. Those on texts do not apply to lists, although some schemas put them there.
  record Bounds(
      @Nullable Long minimum,
      @Nullable Long maximum,
      @Nullable Integer minLength,
      @Nullable Integer maxLength,
      @Nullable Integer minItems,
      @Nullable Integer maxItems,
      @Nullable Integer maxProperties,
      @Nullable Form pattern,
      @Nullable String format,
      List<String> oneOf) {}

  /// A CEL expression that must hold, and the words for what was expected if it does not.
  record Rule(String expression, String message) {
    /// Such a rule compares with the object as it was before, and is silent on a new one.
    boolean isTransition() {
      return expression.contains("oldSelf");
    }
  }

  /// Object metadata is an object whose fields Kubernetes itself knows, and a kubelet's settings
  /// are the kubelet's: nothing in them is unknown to a server.
  boolean isOpen() {
    return type.equals(Optional.of(Type.OBJECT))
        && properties.isEmpty()
        && additionalProperties == null;
  }

  /// What a field of this object must look like; null when the object has no such field.
  @Nullable Schema field(String name) {
    var property = properties.get(name);
    return property == null ? additionalProperties : property;
  }

  /// Paths of all fields of that name; elements of lists are written `[]`.
  List<String> placesOf(String name) {
    var places = new ArrayList<String>();
    collect(name, "", places);
    return places;
  }

  private void collect(String name, String path, List<String> places) {
    properties.forEach(
        (field, schema) -> {
          var here = FieldPath.field(path, field);
          if (field.equals(name)) {
            places.add(here);
          }
          schema.collect(name, here, places);
        });
    if (items != null) {
      items.collect(name, path + "[]", places);
    }
  }

  /// What a value here should have been, for a user who wrote none.
  String words() {
    if (!bounds.oneOf().isEmpty()) {
      return "one of " + String.join(", ", bounds.oneOf());
    }
    if (bounds.pattern() != null && !type.equals(Optional.of(Type.ARRAY))) {
      return Patterns.words(bounds.pattern().pattern());
    }
    var fields = required.isEmpty() ? "" : " with " + String.join(", ", required);
    return type.map(Type::words).orElse("a value") + fields;
  }
}
