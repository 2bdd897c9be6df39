package karpenter.operator.state;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import karpenter.api.Taints;
import karpenter.core.facts.Condition;
import karpenter.core.facts.Meta;
import karpenter.core.facts.NodeTaint;
import karpenter.core.facts.Owner;
import karpenter.core.pod.Taint;
import karpenter.core.resource.Resources;

/// What turns one object into another, as an RFC 7386 merge patch: maps per key, with null for what
/// is to go; lists whole.
final class MergePatch {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final ObjectNode body = NODES.objectNode();

  boolean isEmpty() {
    return body.isEmpty();
  }

  ObjectNode body() {
    return body;
  }

  /// Makes the server refuse the patch unless the object is still as it was read.
  MergePatch onlyAt(String version) {
    object("metadata").put("resourceVersion", version);
    return this;
  }

  MergePatch meta(Meta before, Meta after) {
    texts(List.of("metadata", "labels"), before.labels(), after.labels());
    texts(List.of("metadata", "annotations"), before.annotations(), after.annotations());
    list(
        List.of("metadata", "finalizers"),
        before.finalizers(),
        after.finalizers(),
        NODES::textNode);
    list(
        List.of("metadata", "ownerReferences"), before.owners(), after.owners(), MergePatch::owner);
    return this;
  }

  MergePatch texts(List<String> path, Map<String, String> before, Map<String, String> after) {
    // Mostly they are one and the same.
    if (before.equals(after)) {
      return this;
    }
    after.forEach(
        (key, value) -> {
          if (!value.equals(before.get(key))) {
            object(path).put(key, value);
          }
        });
    for (var key : before.keySet()) {
      if (!after.containsKey(key)) {
        object(path).putNull(key);
      }
    }
    return this;
  }

  MergePatch amounts(List<String> path, Resources before, Resources after) {
    if (before.equals(after)) {
      return this;
    }
    return texts(path, quantities(before), quantities(after));
  }

  static Map<String, String> quantities(Resources amounts) {
    var texts = new TreeMap<String, String>();
    amounts.toQuantities().forEach((name, quantity) -> texts.put(name, quantity.toString()));
    return texts;
  }

  MergePatch text(String parent, String field, Optional<String> before, Optional<String> after) {
    if (!before.equals(after)) {
      after.ifPresentOrElse(
          value -> object(parent).put(field, value), () -> object(parent).putNull(field));
    }
    return this;
  }

  MergePatch number(String parent, String field, Optional<Long> before, Optional<Long> after) {
    if (!before.equals(after)) {
      after.ifPresentOrElse(
          value -> object(parent).put(field, value), () -> object(parent).putNull(field));
    }
    return this;
  }

  MergePatch time(String parent, String field, Optional<Instant> before, Optional<Instant> after) {
    return text(parent, field, before.map(MergePatch::written), after.map(MergePatch::written));
  }

  <T> MergePatch list(
      List<String> path, List<T> before, List<T> after, Function<T, JsonNode> writer) {
    if (!before.equals(after)) {
      var parent = object(path.subList(0, path.size() - 1));
      var array = parent.putArray(path.getLast());
      after.forEach(item -> array.add(writer.apply(item)));
    }
    return this;
  }

  /// The API server keeps whole seconds of times in objects.
  static String written(Instant time) {
    return time.truncatedTo(ChronoUnit.SECONDS).toString();
  }

  static JsonNode condition(Condition condition) {
    return NODES
        .objectNode()
        .put("type", condition.type())
        .put("status", condition.status().text())
        .put("reason", condition.reason())
        .put("message", condition.message())
        .put("lastTransitionTime", written(condition.since()))
        .put("observedGeneration", condition.observedGeneration());
  }

  static JsonNode taint(NodeTaint taint) {
    var node = NODES.objectNode().put("key", taint.taint().key());
    if (!taint.taint().value().isEmpty()) {
      node.put("value", taint.taint().value());
    }
    node.put("effect", effect(taint.taint().effect()));
    taint.addedAt().ifPresent(at -> node.put("timeAdded", at));
    return node;
  }

  private static String effect(Taint.Effect effect) {
    return switch (effect) {
      case NO_SCHEDULE -> Taints.NO_SCHEDULE;
      case NO_EXECUTE -> Taints.NO_EXECUTE;
      case PREFER_NO_SCHEDULE -> Taints.PREFER_NO_SCHEDULE;
    };
  }

  private static JsonNode owner(Owner owner) {
    var node =
        NODES
            .objectNode()
            .put("apiVersion", owner.apiVersion())
            .put("kind", owner.kind())
            .put("name", owner.name())
            .put("uid", owner.uid());
    if (owner.controller()) {
      node.put("controller", true);
    }
    if (owner.blockOwnerDeletion()) {
      node.put("blockOwnerDeletion", true);
    }
    return node;
  }

  private ObjectNode object(String field) {
    return body.withObjectProperty(field);
  }

  private ObjectNode object(List<String> path) {
    var node = body;
    for (var field : path) {
      node = node.withObjectProperty(field);
    }
    return node;
  }
}
