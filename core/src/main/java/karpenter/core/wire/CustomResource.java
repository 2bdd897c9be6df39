package karpenter.core.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import java.util.function.Consumer;
import karpenter.api.ApiObject;
import karpenter.api.schema.Admission;

/// Lets a custom resource through the door an API server would hold.
final class CustomResource {
  private CustomResource() {}

  /// The object with its defaults, or its problems noted on the item. Fields the server would drop
  /// become notes: the user believes they do something.
  static <T extends ApiObject> Optional<T> admit(Item item, Class<T> type, Consumer<String> notes) {
    var admission = Admission.ofNew(withoutStatus(item.node()));
    admission.warnings().forEach(warning -> notes.accept(item.title() + ": " + warning.sentence()));
    return switch (admission) {
      case Admission.Accepted accepted -> Optional.of(type.cast(accepted.object()));
      case Admission.Refused refused -> {
        refused.problems().forEach(item::add);
        yield Optional.empty();
      }
    };
  }

  /// A server ignores the status of an object that is created: it is not the user's to write.
  private static JsonNode withoutStatus(JsonNode document) {
    return document.has("status") && document.deepCopy() instanceof ObjectNode copy
        ? copy.without("status")
        : document;
  }
}
