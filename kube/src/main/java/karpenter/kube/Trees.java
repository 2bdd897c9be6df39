package karpenter.kube;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;

/// JSON in and out. `metadata.managedFields` is passed over while reading: it is a third of a pod,
/// its field names are unique to the object, and nobody reads it.
final class Trees {
  // Each object brings field names never seen before; a table of them would only grow.
  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .build();
  private static final ObjectMapper WRITER = new ObjectMapper(FACTORY);
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private Trees() {}

  static JsonParser parser(InputStream in) throws IOException {
    return FACTORY.createParser(in);
  }

  static byte[] bytes(ObjectNode tree) {
    try {
      return WRITER.writeValueAsBytes(tree);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("a tree that cannot be written", e);
    }
  }

  /// The whole input as one object; empty where it is something else.
  static ObjectNode object(byte[] bytes) {
    try (var parser = FACTORY.createParser(bytes)) {
      return parser.nextToken() == JsonToken.START_OBJECT ? object(parser, "") : NODES.objectNode();
    } catch (IOException noJson) {
      // Proxies and overloaded servers answer in prose.
      return NODES.objectNode();
    }
  }

  /// The object the parser has just entered.
  ///
  /// @param name of the field it is the value of
  static ObjectNode object(JsonParser parser, String name) throws IOException {
    var object = NODES.objectNode();
    boolean isMetadata = name.equals("metadata");
    for (var field = parser.nextFieldName(); field != null; field = parser.nextFieldName()) {
      var token = parser.nextToken();
      if (isMetadata && field.equals("managedFields")) {
        parser.skipChildren();
      } else {
        object.set(field, value(parser, token, field));
      }
    }
    return object;
  }

  private static JsonNode value(JsonParser parser, JsonToken token, String name)
      throws IOException {
    return switch (token) {
      case START_OBJECT -> object(parser, name);
      case START_ARRAY -> array(parser);
      case VALUE_STRING -> NODES.textNode(parser.getText());
      case VALUE_NUMBER_INT -> integer(parser);
      case VALUE_NUMBER_FLOAT -> NODES.numberNode(parser.getDoubleValue());
      case VALUE_TRUE -> NODES.booleanNode(true);
      case VALUE_FALSE -> NODES.booleanNode(false);
      case VALUE_NULL -> NODES.nullNode();
      case NOT_AVAILABLE, END_OBJECT, END_ARRAY, FIELD_NAME, VALUE_EMBEDDED_OBJECT ->
          throw new IOException("not JSON: " + token);
    };
  }

  private static JsonNode array(JsonParser parser) throws IOException {
    var array = NODES.arrayNode();
    for (var token = parser.nextToken(); token != JsonToken.END_ARRAY; token = parser.nextToken()) {
      if (token == null) {
        throw new IOException("the answer was cut short");
      }
      array.add(value(parser, token, ""));
    }
    return array;
  }

  private static JsonNode integer(JsonParser parser) throws IOException {
    return switch (parser.getNumberType()) {
      case INT -> NODES.numberNode(parser.getIntValue());
      case LONG -> NODES.numberNode(parser.getLongValue());
      case BIG_INTEGER, FLOAT, DOUBLE, BIG_DECIMAL -> NODES.numberNode(parser.getBigIntegerValue());
    };
  }
}
