package karpenter.core.wire;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/// Breaks documents the way people, templates and generators do: a part is dropped, renamed,
/// doubled or replaced by something that has no business there.
final class Damage {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private static final List<String> TEXTS =
      List.of(
          "",
          " ",
          "-1",
          "1e999",
          "99999999999999999999999999",
          "NaN",
          "1.5.5",
          "4GiB",
          "\u0000\uD800",
          "ключ",
          "a/b/c",
          "karpenter.sh/nodepool",
          "In",
          "Exists",
          "DoesNotExist",
          "Always",
          "true",
          "0",
          "2026-99-99T00:00:00Z",
          "x".repeat(5000));

  private final RandomGenerator random;

  Damage(RandomGenerator random) {
    this.random = random;
  }

  JsonNode of(JsonNode document) {
    var copy = document.deepCopy();
    for (int wounds = 1 + random.nextInt(4); wounds > 0; wounds--) {
      var containers = new ArrayList<JsonNode>();
      collect(copy, containers);
      wound(containers.get(random.nextInt(containers.size())));
    }
    return copy;
  }

  private static void collect(JsonNode node, List<JsonNode> containers) {
    if (node.isContainerNode()) {
      containers.add(node);
      node.forEach(child -> collect(child, containers));
    }
  }

  private void wound(JsonNode container) {
    if (container instanceof ObjectNode object) {
      wound(object);
    } else if (container instanceof ArrayNode array) {
      wound(array);
    }
  }

  private void wound(ObjectNode object) {
    var names = new ArrayList<String>();
    object.fieldNames().forEachRemaining(names::add);
    if (names.isEmpty()) {
      object.set(text(), junk());
      return;
    }
    var name = names.get(random.nextInt(names.size()));
    switch (random.nextInt(4)) {
      case 0 -> object.remove(name);
      case 1 -> object.set(text(), object.get(name));
      default -> object.set(name, junk());
    }
  }

  private void wound(ArrayNode array) {
    if (array.isEmpty() || random.nextInt(4) == 0) {
      array.add(junk());
      return;
    }
    int i = random.nextInt(array.size());
    switch (random.nextInt(3)) {
      case 0 -> array.remove(i);
      case 1 -> array.add(array.get(i));
      default -> array.set(i, junk());
    }
  }

  private String text() {
    return TEXTS.get(random.nextInt(TEXTS.size()));
  }

  private JsonNode junk() {
    return switch (random.nextInt(12)) {
      case 0 -> JSON.nullNode();
      case 1 -> JSON.booleanNode(random.nextBoolean());
      case 2 -> JSON.numberNode(random.nextInt(-3, 4));
      case 3 -> JSON.numberNode(Long.MIN_VALUE);
      case 4 -> JSON.numberNode(BigInteger.TEN.pow(40));
      case 5 -> JSON.numberNode(Double.POSITIVE_INFINITY);
      case 6 -> JSON.numberNode(0.5);
      case 7 -> JSON.arrayNode().add(text()).addNull().add(7);
      case 8 -> JSON.objectNode().put(text(), text());
      case 9 -> JSON.objectNode();
      default -> JSON.textNode(text());
    };
  }
}
