package karpenter.simulator.kube;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;
import org.jspecify.annotations.Nullable;

/// Objects by kind and key. Every change has the next version.
final class ObjectStore {
  private final Map<Resource, Shelf> kinds = new LinkedHashMap<>();
  private final Map<String, Resource> uids = new HashMap<>();
  private final Kinship kinship = new Kinship();
  private long version = 1;

  /// The objects of a kind: in order for whoever lists them, and found at once by their key.
  private static final class Shelf {
    final TreeMap<ObjectKey, ObjectNode> inOrder = new TreeMap<>();
    final Map<ObjectKey, ObjectNode> byKey = new HashMap<>();

    @Nullable ObjectNode put(ObjectKey key, ObjectNode object) {
      inOrder.put(key, object);
      return byKey.put(key, object);
    }

    @Nullable ObjectNode remove(ObjectKey key) {
      inOrder.remove(key);
      return byKey.remove(key);
    }
  }

  @Nullable ObjectNode find(Resource resource, ObjectKey key) {
    var objects = kinds.get(resource);
    return objects == null ? null : objects.byKey.get(key);
  }

  Collection<ObjectNode> all(Resource resource) {
    var objects = kinds.get(resource);
    return objects == null ? List.of() : objects.inOrder.values();
  }

  List<Resource> kinds() {
    return List.copyOf(kinds.keySet());
  }

  Kinship kinship() {
    return kinship;
  }

  boolean holds(String uid) {
    return uids.containsKey(uid);
  }

  void put(Resource resource, ObjectNode object) {
    stamp(object);
    var key = Metas.key(object);
    var before = shelf(resource).put(key, object);
    kinship.replace(resource, key, before, object);
    uids.put(Metas.uid(object), resource);
  }

  /// The object as it last was has a version of its own.
  void delete(Resource resource, ObjectNode object) {
    stamp(object);
    var key = Metas.key(object);
    var before = shelf(resource).remove(key);
    kinship.replace(resource, key, before, null);
    uids.remove(Metas.uid(object));
  }

  private Shelf shelf(Resource resource) {
    return kinds.computeIfAbsent(resource, _ -> new Shelf());
  }

  private void stamp(ObjectNode object) {
    object.withObjectProperty("metadata").put("resourceVersion", Long.toString(++version));
  }
}
