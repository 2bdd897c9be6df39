package karpenter.app.against;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Map;
import karpenter.app.snapshot.Redaction;

/// Whether two templates make the same pods. An API server writes defaults into what it stores, and
/// a manifest leaves them out, so both are compared without them.
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
