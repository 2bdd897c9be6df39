package karpenter.simulator.kube;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/// RFC 7386: null removes, objects are merged, everything else is replaced.
final class MergePatch {
  private MergePatch() {}

  /// Changes `target`.
  static void apply(ObjectNode target, JsonNode patch) {
    for (var entry : patch.properties()) {
      var name = entry.getKey();
      var value = entry.getValue();
      if (value.isNull()) {
        target.remove(name);
      } else if (value.isObject()) {
        var inner = target.get(name) instanceof ObjectNode known ? known : target.putObject(name);
        apply(inner, value);
      } else {
        target.set(name, value.deepCopy());
      }
    }
  }
}
