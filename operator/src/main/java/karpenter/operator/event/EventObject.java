package karpenter.operator.event;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import karpenter.api.CutText;
import karpenter.operator.kube.ObjectKey;

/// Events as `core/v1` has them.
final class EventObject {
  private static final String COMPONENT = "karpenter";

  /// Events on cluster-scoped objects have to live somewhere.
  private static final String DEFAULT_NAMESPACE = "default";

  private static final int MAX_NAME = 253;
  private static final int MAX_MESSAGE = 8_192;

  private EventObject() {}

  /// @param serial makes the name unique
  static ObjectKey key(EventNote note, long serial) {
    var suffix = "." + Long.toHexString(serial);
    var name = note.about().name();
    var stem = name.substring(0, Math.min(name.length(), MAX_NAME - suffix.length()));
    return ObjectKey.of(namespace(note), stem + suffix);
  }

  static ObjectNode created(EventNote note, ObjectKey key, Instant at) {
    var event = JsonNodeFactory.instance.objectNode();
    event.put("apiVersion", "v1").put("kind", "Event");
    event.putObject("metadata").put("name", key.name()).put("namespace", key.namespace());
    var about = event.putObject("involvedObject");
    about.put("apiVersion", note.about().apiVersion()).put("kind", note.about().kind());
    about.put("name", note.about().name()).put("uid", note.about().uid());
    if (!note.about().namespace().isEmpty()) {
      about.put("namespace", note.about().namespace());
    }
    event.put("type", note.type().text());
    event.put("reason", note.reason());
    event.put("message", message(note));
    event.putObject("source").put("component", COMPONENT);
    event.put("reportingComponent", COMPONENT).put("reportingInstance", "");
    event.put("firstTimestamp", timestamp(at)).put("lastTimestamp", timestamp(at));
    event.put("count", 1);
    return event;
  }

  static ObjectNode repeated(int count, Instant at) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("count", count)
        .put("lastTimestamp", timestamp(at));
  }

  private static String namespace(EventNote note) {
    return note.about().namespace().isEmpty() ? DEFAULT_NAMESPACE : note.about().namespace();
  }

  private static String message(EventNote note) {
    return CutText.at(note.message(), MAX_MESSAGE, "…");
  }

  private static String timestamp(Instant at) {
    return at.truncatedTo(ChronoUnit.SECONDS).toString();
  }
}
