package karpenter.bench.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// JSON trees written the way they read: `object("key", key, "operator", "In", "values", zones)`. A
/// null value leaves its field out.
final class Tree {

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private Tree() {}

  static ObjectNode object(@Nullable Object... keysAndValues) {
    var object = NODES.objectNode();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      var value = keysAndValues[i + 1];
      if (value != null) {
        object.set(String.valueOf(keysAndValues[i]), node(value));
      }
    }
    return object;
  }

  private static JsonNode node(Object value) {
    return switch (value) {
      case JsonNode tree -> tree;
      case String text -> NODES.textNode(text);
      case Integer number -> NODES.numberNode(number);
      case Double number -> NODES.numberNode(number);
      case Boolean flag -> NODES.booleanNode(flag);
      case List<?> items -> array(items);
      case Map<?, ?> entries -> {
        var object = NODES.objectNode();
        entries.forEach((key, entry) -> object.set(String.valueOf(key), node(entry)));
        yield object;
      }
      default -> throw new IllegalArgumentException("no JSON form for " + value.getClass());
    };
  }

  static ArrayNode array(List<?> items) {
    var array = NODES.arrayNode();
    items.forEach(item -> array.add(node(item)));
    return array;
  }

  static ObjectNode requirement(String key, String operator, List<String> values) {
    return object("key", key, "operator", operator, "values", values);
  }

  static ObjectNode in(String key, String... values) {
    return requirement(key, "In", List.of(values));
  }
}
