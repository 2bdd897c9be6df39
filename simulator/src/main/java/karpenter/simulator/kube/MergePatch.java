package karpenter.simulator.kube;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

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
        result.set(name, replaced(target.get(name), value));
      }
    }
    return result;
  }

  /// A copy of `value`. Of a list most items were there before, such as all conditions but one:
  /// those stay the objects they were, so that they are quickly seen to be the same.
  private static JsonNode replaced(@Nullable JsonNode before, JsonNode value) {
    if (!(value instanceof ArrayNode after) || !(before instanceof ArrayNode known)) {
      return value.deepCopy();
    }
    var result = JsonNodeFactory.instance.arrayNode(after.size());
    int next = 0;
    for (var item : after) {
      int same = find(known, item, next);
      result.add(same < 0 ? item.deepCopy() : known.get(same));
      next = same < 0 ? next : same + 1;
    }
    return result;
  }

  /// @param from where it is most likely: what has not changed is in the order it was in
  private static int find(ArrayNode among, JsonNode item, int from) {
    for (int i = 0; i < among.size(); i++) {
      int place = (from + i) % among.size();
      if (among.get(place).equals(item)) {
        return place;
      }
    }
    return -1;
  }
}
