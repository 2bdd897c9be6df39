package karpenter.api.schema;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import karpenter.api.schema.Schema.Bounds;
import karpenter.api.schema.Schema.ListType;
import karpenter.api.schema.Schema.Rule;
import karpenter.api.schema.Schema.Type;
import org.jspecify.annotations.Nullable;

/// Turns the `openAPIV3Schema` of our own CRDs into [Schema]s.
///
/// A keyword it does not know stops it: a rule left out silently would accept what a server
/// refuses.
final class SchemaReader {
  private static final Set<String> KEYWORDS =
      Set.of(
          "description",
          "type",
          "properties",
          "additionalProperties",
          "items",
          "required",
          "enum",
          "pattern",
          "format",
          "minimum",
          "maximum",
          "minLength",
          "maxLength",
          "minItems",
          "maxItems",
          "maxProperties",
          "default",
          "anyOf",
          "x-kubernetes-int-or-string",
          "x-kubernetes-list-type",
          "x-kubernetes-list-map-keys",
          "x-kubernetes-map-type",
          "x-kubernetes-preserve-unknown-fields",
          "x-kubernetes-validations");

  private SchemaReader() {}

  static Schema read(JsonNode node) {
    node.fieldNames()
        .forEachRemaining(
            keyword -> {
              if (!KEYWORDS.contains(keyword)) {
                throw new IllegalStateException(
                    "the schema uses \"" + keyword + "\", which this reader does not know");
              }
            });
    return new Schema(
        type(node),
        properties(node.path("properties")),
        child(node.get("additionalProperties")),
        child(node.get("items")),
        texts(node.path("required")),
        bounds(node),
        listType(node.path("x-kubernetes-list-type").asText("atomic")),
        texts(node.path("x-kubernetes-list-map-keys")),
        node.get("default"),
        rules(node.path("x-kubernetes-validations")));
  }

  private static Optional<Type> type(JsonNode node) {
    return node.path("x-kubernetes-int-or-string").asBoolean()
        ? Optional.empty()
        : Optional.of(Type.valueOf(node.path("type").asText().toUpperCase(Locale.ROOT)));
  }

  private static Map<String, Schema> properties(JsonNode node) {
    var properties = new LinkedHashMap<String, Schema>();
    node.properties().forEach(field -> properties.put(field.getKey(), read(field.getValue())));
    return properties;
  }

  private static @Nullable Schema child(@Nullable JsonNode node) {
    return node == null ? null : read(node);
  }

  private static Bounds bounds(JsonNode node) {
    return new Bounds(
        number(node.get("minimum")),
        number(node.get("maximum")),
        size(node.get("minLength")),
        size(node.get("maxLength")),
        size(node.get("minItems")),
        size(node.get("maxItems")),
        size(node.get("maxProperties")),
        node.has("pattern") ? Form.of(node.get("pattern").asText()) : null,
        node.has("format") ? node.get("format").asText() : null,
        texts(node.path("enum")));
  }

  private static @Nullable Long number(@Nullable JsonNode node) {
    return node == null ? null : node.asLong();
  }

  private static @Nullable Integer size(@Nullable JsonNode node) {
    return node == null ? null : node.asInt();
  }

  private static ListType listType(String text) {
    return ListType.valueOf(text.toUpperCase(Locale.ROOT));
  }

  private static List<String> texts(JsonNode node) {
    var texts = new ArrayList<String>();
    node.forEach(text -> texts.add(text.asText()));
    return List.copyOf(texts);
  }

  private static List<Rule> rules(JsonNode node) {
    var rules = new ArrayList<Rule>();
    node.forEach(
        rule -> rules.add(new Rule(rule.get("rule").asText(), rule.get("message").asText())));
    return List.copyOf(rules);
  }
}
