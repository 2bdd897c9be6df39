package karpenter.app.against;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.Map;
import java.util.Set;
import karpenter.app.snapshot.Redaction;
import karpenter.core.resource.Quantity;
import karpenter.core.resource.QuantityParse;

/// Whether two templates make the same pods. An API server writes defaults into what it stores, and
/// a manifest leaves them out, so both are compared without them. It writes `500m` where a manifest
/// may say `0.5`, so amounts are compared by how much they are.
final class Templates {
  /// What the server fills in, of the fields that a snapshot keeps.
  private static final Map<String, String> DEFAULTS =
      Map.of(
          "restartPolicy", "Always",
          "schedulerName", "default-scheduler",
          "terminationGracePeriodSeconds", "30",
          "protocol", "TCP",
          "nodeAffinityPolicy", "Honor",
          "nodeTaintsPolicy", "Ignore");

  private static final Set<String> AMOUNTS = Set.of("requests", "limits", "overhead");

  private Templates() {}

  static boolean areSame(JsonNode one, JsonNode other) {
    return plain(Redaction.template(one)).equals(plain(Redaction.template(other)));
  }

  private static JsonNode plain(JsonNode template) {
    strip(template);
    return template;
  }

  private static void strip(JsonNode value) {
    if (value instanceof ObjectNode object) {
      var dropped = new ArrayList<String>();
      for (var field : object.properties()) {
        strip(field.getValue());
        if (isDefault(field.getKey(), field.getValue())) {
          dropped.add(field.getKey());
        }
      }
      object.remove(dropped);
      object.properties().forEach(field -> field.setValue(number(field.getValue())));
      AMOUNTS.forEach(amounts -> object.path(amounts).properties().forEach(Templates::measure));
      requestedLimits(object);
    } else if (value instanceof ArrayNode array) {
      array.forEach(Templates::strip);
    }
  }

  private static boolean isDefault(String field, JsonNode value) {
    return value.isNull()
        || (value.isContainerNode() && value.isEmpty())
        || (value.isValueNode() && value.asText().equals(DEFAULTS.get(field)))
        || field.equals("creationTimestamp");
  }

  /// A parser of YAML and one of JSON make different kinds of nodes of one number.
  private static JsonNode number(JsonNode value) {
    return value.isNumber()
        ? TextNode.valueOf(value.decimalValue().stripTrailingZeros().toPlainString())
        : value;
  }

  private static void measure(Map.Entry<String, JsonNode> amount) {
    if (amount.getValue().isTextual()
        && Quantity.parse(amount.getValue().asText()) instanceof QuantityParse.Parsed(var much)) {
      amount.setValue(TextNode.valueOf(much.value().stripTrailingZeros().toPlainString()));
    }
  }

  /// What is limited and not requested is requested as it is limited.
  private static void requestedLimits(ObjectNode object) {
    if (object.path("limits") instanceof ObjectNode limits && !limits.isEmpty()) {
      for (var limit : limits.properties()) {
        if (!object.path("requests").has(limit.getKey())) {
          object.withObject("/requests").set(limit.getKey(), limit.getValue());
        }
      }
    }
  }
}
