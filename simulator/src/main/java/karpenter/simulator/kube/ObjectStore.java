package karpenter.simulator.kube;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.AbstractCollection;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
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

  /// The objects of a kind: in order for whoever lists them, and found at once by their key. Most
  /// writes are of objects that are there, and those keep their place in the order.
  private static final class Shelf extends AbstractCollection<ObjectNode> {
    final TreeMap<ObjectKey, Place> inOrder = new TreeMap<>();
    final Map<ObjectKey, Place> byKey = new HashMap<>();

    /// Where an object lies, in whichever version.
    static final class Place {
      ObjectNode object;

      Place(ObjectNode object) {
        this.object = object;
      }
    }

    @Nullable ObjectNode find(ObjectKey key) {
      var place = byKey.get(key);
      return place == null ? null : place.object;
    }

    @Nullable ObjectNode put(ObjectKey key, ObjectNode object) {
      var place = byKey.get(key);
      if (place == null) {
        var made = new Place(object);
        byKey.put(key, made);
        inOrder.put(key, made);
        return null;
      }
      var before = place.object;
      place.object = object;
      return before;
    }

    @Nullable ObjectNode remove(ObjectKey key) {
      inOrder.remove(key);
      var place = byKey.remove(key);
      return place == null ? null : place.object;
    }

    @Override
    public Iterator<ObjectNode> iterator() {
      var places = inOrder.values().iterator();
      return new Iterator<>() {
        @Override
        public boolean hasNext() {
          return places.hasNext();
        }

        @Override
        public ObjectNode next() {
          return places.next().object;
        }
      };
    }

    @Override
    public int size() {
      return inOrder.size();
    }
  }

  @Nullable ObjectNode find(Resource resource, ObjectKey key) {
    var objects = kinds.get(resource);
    return objects == null ? null : objects.find(key);
  }

  Collection<ObjectNode> all(Resource resource) {
    var objects = kinds.get(resource);
    return objects == null ? List.of() : objects;
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

  /// Of the last change.
  String version() {
    return Long.toString(version);
  }

  /// Versions begin anew; every object has a new one.
  void renumber() {
    version = 1;
    for (var shelf : kinds.values()) {
      for (var place : shelf.byKey.values()) {
        place.object = Draft.of(place.object);
      }
      shelf.forEach(this::stamp);
    }
  }

  private Shelf shelf(Resource resource) {
    return kinds.computeIfAbsent(resource, _ -> new Shelf());
  }

  private void stamp(ObjectNode object) {
    object.withObjectProperty("metadata").put("resourceVersion", Long.toString(++version));
  }
}
