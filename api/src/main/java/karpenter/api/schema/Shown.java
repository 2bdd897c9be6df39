package karpenter.api.schema;

import com.fasterxml.jackson.databind.JsonNode;
import karpenter.api.CutText;
import org.jspecify.annotations.Nullable;

/// How a found value appears in a problem: as it was written, cut where it would fill the screen.
final class Shown {
  static final int MAX_LENGTH = 100;

  private Shown() {}

  static String value(@Nullable JsonNode value) {
    return value == null || value.isMissingNode() ? "nothing" : shortened(text(value));
  }

  static String shortened(String text) {
    return CutText.at(text, MAX_LENGTH, "… (" + text.length() + " characters)");
  }

  /// The kind of a value, with the value itself where that is short: `the number 5`, `a list`.
  static String kind(JsonNode value) {
    return switch (value.getNodeType()) {
      case ARRAY -> "a list";
      case OBJECT, POJO -> "an object";
      case STRING, BINARY -> "the text " + value(value);
      case NUMBER -> "the number " + value(value);
      case BOOLEAN -> value(value);
      case NULL, MISSING -> "nothing";
    };
  }

  /// Containers are rendered only as far as they will be shown: a document may hold megabytes.
  private static String text(JsonNode value) {
    if (!value.isContainerNode()) {
      return value.toString();
    }
    var out = new StringBuilder();
    render(value, out);
    return out.toString();
  }

  private static void render(JsonNode value, StringBuilder out) {
    if (out.length() > MAX_LENGTH) {
      return;
    }
    if (value.isArray()) {
      out.append('[');
      var separator = "";
      for (var item : value) {
        out.append(separator);
        render(item, out);
        separator = ",";
        if (out.length() > MAX_LENGTH) {
          break;
        }
      }
      out.append(']');
    } else if (value.isObject()) {
      out.append('{');
      var separator = "";
      for (var field : value.properties()) {
        out.append(separator).append('"').append(field.getKey()).append("\":");
        render(field.getValue(), out);
        separator = ",";
        if (out.length() > MAX_LENGTH) {
          break;
        }
      }
      out.append('}');
    } else {
      out.append(value);
    }
  }
}
