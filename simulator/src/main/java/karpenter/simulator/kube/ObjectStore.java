package karpenter.simulator.kube;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;
import org.jspecify.annotations.Nullable;

/// Objects by kind and key. Every change has the next version.
final class ObjectStore {
  private final Map<Resource, TreeMap<ObjectKey, ObjectNode>> kinds = new LinkedHashMap<>();
  private long version = 1;

  @Nullable ObjectNode find(Resource resource, ObjectKey key) {
    var objects = kinds.get(resource);
    return objects == null ? null : objects.get(key);
  }

  Collection<ObjectNode> all(Resource resource) {
    var objects = kinds.get(resource);
    return objects == null ? List.of() : objects.values();
  }

  List<Resource> kinds() {
    return List.copyOf(kinds.keySet());
  }

  void put(Resource resource, ObjectNode object) {
    stamp(object);
    kinds.computeIfAbsent(resource, _ -> new TreeMap<>()).put(Metas.key(object), object);
  }

  /// The object as it last was has a version of its own.
  void delete(Resource resource, ObjectNode object) {
    stamp(object);
    kinds.computeIfAbsent(resource, _ -> new TreeMap<>()).remove(Metas.key(object));
  }

  private void stamp(ObjectNode object) {
    object.withObject("/metadata").put("resourceVersion", Long.toString(++version));
  }
}
