package karpenter.simulator.kube;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/// RFC 7386: null removes, objects are merged, everything else is replaced.
final class MergePatch {
  private MergePatch() {}

  /// What becomes of `target`. It shares with it what the patch does not touch.
  static ObjectNode applied(ObjectNode target, JsonNode patch) {
    var result = JsonNodeFactory.instance.objectNode();
    result.setAll(target);
    for (var entry : patch.properties()) {
      var name = entry.getKey();
      var value = entry.getValue();
      if (value.isNull()) {
        result.remove(name);
      } else if (value.isObject()) {
        var known =
            target.get(name) instanceof ObjectNode inner
                ? inner
                : JsonNodeFactory.instance.objectNode();
        result.set(name, applied(known, value));
      } else {
        result.set(name, value.deepCopy());
      }
    }
    return result;
  }
}
