package karpenter.operator.state;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;

/// Which objects of the state are known from answers only: a watch that is silent, or late, has not
/// told of them yet. Hardly ever more than a few.
final class UnwatchedObjects {
  private final Map<Resource, Set<ObjectKey>> keys = new HashMap<>();

  void add(Resource resource, ObjectKey key) {
    keys.computeIfAbsent(resource, _ -> new TreeSet<>()).add(key);
  }

  /// A watch or a list has told of it, or it is gone.
  void remove(Resource resource, ObjectKey key) {
    var those = keys.get(resource);
    if (those != null && those.remove(key) && those.isEmpty()) {
      keys.remove(resource);
    }
  }

  Set<ObjectKey> of(Resource resource) {
    return keys.getOrDefault(resource, Set.of());
  }

  /// As much of an object as says which one is meant.
  static ObjectNode identity(Resource resource, ObjectKey key, Table.Held<?> held) {
    var object = JsonNodeFactory.instance.objectNode();
    object.put("apiVersion", resource.apiVersion()).put("kind", resource.kind());
    var metadata = object.putObject("metadata").put("name", key.name());
    if (!key.namespace().isEmpty()) {
      metadata.put("namespace", key.namespace());
    }
    metadata.put("uid", held.uid()).put("resourceVersion", held.version());
    return object;
  }
}
