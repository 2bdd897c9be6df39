package karpenter.simulator.world;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/// Writes conditions as controllers do: the time moves only when the status does.
final class Conditions {
  /// The second that was last written. One look of a controller writes the same again and again.
  private static volatile Text last = new Text(0, Instant.EPOCH.toString());

  private record Text(long second, String text) {}

  private Conditions() {}

  static void set(
      ObjectNode object, String type, String status, String reason, String message, Instant now) {
    var conditions = object.withObjectProperty("status").withArrayProperty("conditions");
    for (var known : conditions) {
      if (known.path("type").asText().equals(type) && known instanceof ObjectNode condition) {
        if (!condition.path("status").asText().equals(status)) {
          condition.put("lastTransitionTime", text(now));
        }
        condition.put("status", status).put("reason", reason).put("message", message);
        return;
      }
    }
    conditions
        .addObject()
        .put("type", type)
        .put("status", status)
        .put("reason", reason)
        .put("message", message)
        .put("lastTransitionTime", text(now));
  }

  static String text(Instant time) {
    var known = last;
    if (known.second != time.getEpochSecond()) {
      known = new Text(time.getEpochSecond(), time.truncatedTo(ChronoUnit.SECONDS).toString());
      last = known;
    }
    return known.text;
  }
}
