package karpenter.bench.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/// Reading Kubernetes JSON, where every field may be missing.
final class Json {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private Json() {}

  static JsonNode read(Path file) throws IOException {
    return MAPPER.readTree(file.toFile());
  }

  /// A workload file is a list; one that is not there is an empty list.
  static List<JsonNode> readList(Path file) throws IOException {
    if (!Files.exists(file)) return List.of();
    var content = read(file);
    if (!content.isArray())
      throw new IOException(
          "%s: found %s, expected a JSON list".formatted(file, content.getNodeType()));
    return items(content);
  }

  static List<JsonNode> items(JsonNode array) {
    var items = new ArrayList<JsonNode>();
    array.forEach(items::add);
    return items;
  }

  static <T> List<T> items(JsonNode array, Function<JsonNode, T> reader) {
    return items(array).stream().map(reader).toList();
  }

  static List<String> texts(JsonNode array) {
    return items(array, JsonNode::asText);
  }

  static String text(JsonNode object, String field) {
    return object.path(field).asText("");
  }

  static String text(JsonNode object, String field, String ifMissing) {
    var text = text(object, field);
    return text.isEmpty() ? ifMissing : text;
  }

  static Optional<JsonNode> find(JsonNode object, String field) {
    var value = object.path(field);
    return value.isMissingNode() || value.isNull() ? Optional.empty() : Optional.of(value);
  }

  static SortedMap<String, String> labels(JsonNode object) {
    var labels = new TreeMap<String, String>();
    for (Map.Entry<String, JsonNode> entry : object.properties())
      labels.put(entry.getKey(), entry.getValue().asText());
    return labels;
  }

  /// Labels that describe nodes, under their current names.
  static SortedMap<String, String> nodeLabels(JsonNode object) {
    var labels = new TreeMap<String, String>();
    labels(object).forEach((key, value) -> labels.putIfAbsent(LabelKeys.canonical(key), value));
    return labels;
  }

  static Resources resources(JsonNode object) {
    var amounts = new TreeMap<String, Long>();
    for (Map.Entry<String, JsonNode> entry : object.properties())
      amounts.put(entry.getKey(), Quantity.parse(entry.getKey(), entry.getValue().asText()));
    return new Resources(amounts);
  }

  static Requirements requirements(JsonNode expressions) {
    return requirements(items(expressions));
  }

  static Requirements requirements(List<JsonNode> expressions) {
    var byKey = new TreeMap<String, LabelValues>();
    for (var expression : expressions)
      byKey.merge(
          LabelKeys.canonical(text(expression, "key")),
          LabelValues.of(text(expression, "operator"), texts(expression.path("values"))),
          LabelValues::and);
    return new Requirements(byKey);
  }
}
