package karpenter.api.convert;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import karpenter.api.FieldPath;

/// Texts that something else fills in before the document is applied: `${CLUSTER_NAME}` by a shell,
/// `{{ .Values.cluster }}` by Helm, `<cluster>` by hand. They are kept as they are, and judged as
/// if an ordinary word stood there.
public final class Placeholders {
  private static final Pattern PLACEHOLDER =
      Pattern.compile("\\$\\{[A-Za-z_][A-Za-z0-9_]*}|<[A-Za-z][A-Za-z0-9_ -]*>|\\{\\{.*?}}");

  /// What is a program may hold all of these signs for purposes of its own.
  private static final Set<String> PROGRAMS =
      Set.of("userData", "preBootstrapScript", "postBootstrapScript", "preInstallScript");

  private Placeholders() {}

  /// Where which placeholder stands.
  static Map<String, String> in(JsonNode document) {
    var found = new LinkedHashMap<String, String>();
    find(document, "", found);
    return Collections.unmodifiableMap(found);
  }

  private static void find(JsonNode node, String path, Map<String, String> found) {
    if (node.isTextual()) {
      var matcher = PLACEHOLDER.matcher(node.textValue());
      if (matcher.find()) {
        found.put(path, matcher.group());
      }
    }
    for (var field : node.properties()) {
      if (!PROGRAMS.contains(field.getKey())) {
        find(field.getValue(), FieldPath.field(path, field.getKey()), found);
      }
    }
    for (int i = 0; node.isArray() && i < node.size(); i++) {
      find(node.get(i), FieldPath.item(path, i), found);
    }
  }

  /// The document as it may look once everything is filled in.
  public static JsonNode filled(JsonNode document) {
    return switch (document) {
      case ObjectNode object -> {
        var copy = JsonNodeFactory.instance.objectNode();
        object
            .properties()
            .forEach(
                field ->
                    copy.set(
                        field.getKey(),
                        PROGRAMS.contains(field.getKey())
                            ? field.getValue()
                            : filled(field.getValue())));
        yield copy;
      }
      case ArrayNode array -> {
        var copy = JsonNodeFactory.instance.arrayNode();
        array.forEach(item -> copy.add(filled(item)));
        yield copy;
      }
      case JsonNode text when text.isTextual() ->
          JsonNodeFactory.instance.textNode(
              PLACEHOLDER.matcher(text.textValue()).replaceAll(Matcher.quoteReplacement("x1")));
      default -> document;
    };
  }
}
