package karpenter.simulator.kube;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.Set;
import java.util.stream.StreamSupport;

/// Kubernetes' own patch, for the lists that we and the world's controllers patch: those of names
/// and those with a key. Lists not named here are replaced, as taints are.
final class StrategicPatch {
  private static final String DELETE_FROM = "$deleteFromPrimitiveList/";
  private static final String SET_ORDER = "$setElementOrder/";
  private static final String DIRECTIVE = "$patch";

  private static final Set<String> LISTS_OF_NAMES = Set.of("finalizers");
  private static final Map<String, String> KEYED_LISTS =
      Map.of(
          "ownerReferences", "uid",
          "conditions", "type",
          "addresses", "type",
          "containers", "name",
          "volumes", "name");

  private StrategicPatch() {}

  /// Changes `target`.
  static void apply(ObjectNode target, JsonNode patch) {
    for (var entry : patch.properties()) {
      var name = entry.getKey();
      var value = entry.getValue();
      if (name.startsWith(DELETE_FROM)) {
        removeNames(target, name.substring(DELETE_FROM.length()), value);
      } else if (value.isNull()) {
        target.remove(name);
      } else if (value.isObject()) {
        apply(target.get(name) instanceof ObjectNode known ? known : target.putObject(name), value);
      } else if (value.isArray() && LISTS_OF_NAMES.contains(name)) {
        addNames(list(target, name), value);
      } else if (value.isArray() && KEYED_LISTS.containsKey(name)) {
        mergeByKey(list(target, name), value, KEYED_LISTS.get(name));
      } else if (!name.startsWith(SET_ORDER) && !name.equals(DIRECTIVE)) {
        target.set(name, value.deepCopy());
      }
    }
  }

  private static ArrayNode list(ObjectNode target, String name) {
    return target.get(name) instanceof ArrayNode known ? known : target.putArray(name);
  }

  private static void removeNames(ObjectNode target, String field, JsonNode names) {
    if (target.get(field) instanceof ArrayNode list) {
      list.removeIf(known -> contains(names, known));
      if (list.isEmpty()) {
        target.remove(field);
      }
    }
  }

  private static void addNames(ArrayNode list, JsonNode names) {
    for (var name : names) {
      if (!contains(list, name)) {
        list.add(name.deepCopy());
      }
    }
  }

  private static void mergeByKey(ArrayNode list, JsonNode changes, String key) {
    for (var change : changes) {
      var known =
          StreamSupport.stream(list.spliterator(), false)
              .filter(item -> item.path(key).equals(change.path(key)))
              .findFirst();
      if (change.path(DIRECTIVE).asText().equals("delete")) {
        known.ifPresent(item -> list.removeIf(item::equals));
      } else if (known.isPresent() && known.get() instanceof ObjectNode item) {
        apply(item, change);
      } else {
        list.add(change.deepCopy());
      }
    }
  }

  private static boolean contains(JsonNode list, JsonNode value) {
    return StreamSupport.stream(list.spliterator(), false).anyMatch(value::equals);
  }
}
