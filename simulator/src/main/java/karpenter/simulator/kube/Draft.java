package karpenter.simulator.kube;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/// An object to be changed. Its fields, those of its metadata and of its spec, and all of its
/// status are its own; whatever lies deeper is shared with the object it was made from, and must be
/// replaced instead of changed. Most changes are of a status, and copying all the rest was most of
/// what they cost.
final class Draft {
  private Draft() {}

  static ObjectNode of(ObjectNode before) {
    var draft = own(before);
    own(draft, "metadata");
    own(draft, "spec");
    if (before.get("status") instanceof ObjectNode status) {
      draft.set("status", status.deepCopy());
    }
    return draft;
  }

  private static void own(ObjectNode draft, String field) {
    if (draft.get(field) instanceof ObjectNode part) {
      draft.set(field, own(part));
    }
  }

  /// An object of its own, with the same parts.
  static ObjectNode own(JsonNode parts) {
    var own = JsonNodeFactory.instance.objectNode();
    own.setAll((ObjectNode) parts);
    return own;
  }
}
