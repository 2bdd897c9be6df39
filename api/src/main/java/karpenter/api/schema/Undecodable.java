package karpenter.api.schema;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import karpenter.api.FieldPath;
import karpenter.api.Problem;
import org.jspecify.annotations.Nullable;

/// Numbers that a server cannot even decode, wherever they stand: it refuses the whole document
/// before it looks at any schema.
final class Undecodable {
  private record Spot(JsonNode node, String path) {}

  private Undecodable() {}

  /// Keeps its own stack: no nesting of the input may exhaust the thread's.
  static List<Problem> problems(JsonNode document) {
    if (!mayHold(document)) {
      return List.of();
    }
    var problems = new ArrayList<Problem>();
    var open = new ArrayDeque<Spot>(List.of(new Spot(document, "")));
    while (!open.isEmpty()) {
      var spot = open.pop();
      if (isTooLarge(spot.node())) {
        problems.add(
            Problem.at(Shown.shortened(spot.path()))
                .found(Shown.value(spot.node()))
                .expected("a number that a 64-bit float can hold"));
      }
      for (var field : spot.node().properties()) {
        open.push(new Spot(field.getValue(), FieldPath.field(spot.path(), field.getKey())));
      }
      for (int i = 0; spot.node().isArray() && i < spot.node().size(); i++) {
        open.push(new Spot(spot.node().get(i), FieldPath.item(spot.path(), i)));
      }
    }
    return problems;
  }

  /// Whether there is one in what the document does not share with the stored one, which has none.
  @SuppressWarnings("ReferenceEquality") // what is shared is the same object
  static boolean isNew(JsonNode document, JsonNode stored) {
    var open = new ArrayDeque<JsonNode>();
    for (var field : document.properties()) {
      var before = stored.get(field.getKey());
      if (field.getValue() == before) {
        continue;
      }
      if (before == null || !before.isObject() || !field.getValue().isObject()) {
        open.push(field.getValue());
        continue;
      }
      for (var part : field.getValue().properties()) {
        pushNew(part.getValue(), before.get(part.getKey()), open);
      }
    }
    return mayHold(open);
  }

  /// Of a list what was not in it, such as the one condition that has changed.
  @SuppressWarnings("ReferenceEquality") // what is shared is the same object
  private static void pushNew(JsonNode value, @Nullable JsonNode before, Deque<JsonNode> open) {
    if (value == before) {
      return;
    }
    if (before == null || !before.isArray() || !value.isArray()) {
      open.push(value);
      return;
    }
    for (var item : value) {
      if (!Items.isShared(before, item)) {
        open.push(item);
      }
    }
  }

  /// Paths cost, and hardly any document needs them.
  private static boolean mayHold(JsonNode document) {
    var open = new ArrayDeque<JsonNode>();
    open.push(document);
    return mayHold(open);
  }

  private static boolean mayHold(Deque<JsonNode> open) {
    while (!open.isEmpty()) {
      var node = open.pop();
      if (isTooLarge(node)) {
        return true;
      }
      for (var child : node) {
        if (child.isContainerNode() || child.isNumber()) {
          open.push(child);
        }
      }
    }
    return false;
  }

  private static boolean isTooLarge(JsonNode node) {
    return node.isNumber() && Double.isInfinite(node.doubleValue());
  }
}
