package karpenter.simulator.kube;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/// Trees as they would come off the wire, where `5` is `5` whatever type of number its writer had:
/// otherwise a patch that changes nothing would look like a change.
final class Numbers {
  private Numbers() {}

  /// The same in place, for a tree that is the caller's alone but for what it shares with one that
  /// is settled.
  @SuppressWarnings("ReferenceEquality") // what is shared is the same object
  static void settle(ObjectNode tree, @Nullable JsonNode settled) {
    for (var entry : tree.properties()) {
      var value = entry.getValue();
      var known = settled == null ? null : settled.get(entry.getKey());
      if (value == known) {
        continue;
      }
      if (isLoose(value)) {
        entry.setValue(IntNode.valueOf(value.intValue()));
      } else {
        settle(value, known);
      }
    }
  }

  private static void settle(JsonNode value, @Nullable JsonNode settled) {
    switch (value) {
      case ObjectNode object -> settle(object, settled);
      case ArrayNode array -> {
        for (int i = 0; i < array.size(); i++) {
          if (isLoose(array.get(i))) {
            array.set(i, IntNode.valueOf(array.get(i).intValue()));
          } else if (array.get(i).isContainerNode() && !isShared(array.get(i), settled)) {
            settle(array.get(i), null);
          }
        }
      }
      default -> {
        // As it would come off the wire.
      }
    }
  }

  /// Whether it is the very item, wherever it stood.
  @SuppressWarnings("ReferenceEquality") // what is shared is the same object
  private static boolean isShared(JsonNode item, @Nullable JsonNode settled) {
    if (settled instanceof ArrayNode before) {
      for (var known : before) {
        if (known == item) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean isLoose(JsonNode value) {
    return value.isIntegralNumber() && !value.isInt() && value.canConvertToInt();
  }

  /// A copy.
  static ObjectNode canonical(ObjectNode tree) {
    var copy = JsonNodeFactory.instance.objectNode();
    for (var entry : tree.properties()) {
      copy.set(entry.getKey(), canonical(entry.getValue()));
    }
    return copy;
  }

  private static JsonNode canonical(JsonNode value) {
    return switch (value) {
      case ObjectNode object -> canonical(object);
      case ArrayNode array -> {
        var copy = JsonNodeFactory.instance.arrayNode(array.size());
        array.forEach(item -> copy.add(canonical(item)));
        yield copy;
      }
      case JsonNode number when number.isIntegralNumber() && number.canConvertToInt() ->
          IntNode.valueOf(number.intValue());
      default -> value;
    };
  }
}
