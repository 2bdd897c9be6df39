package karpenter.simulator.kube;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;
import org.jspecify.annotations.Nullable;

/// Who belongs to whom: pods to nodes, and objects to their owners. Kept up to date with every
/// change, because whoever looks through all objects for them takes longer the more there are.
final class Kinship {
  private final Map<String, TreeSet<ObjectKey>> podsByNode = new HashMap<>();
  private final Map<String, LinkedHashMap<Resource, TreeSet<ObjectKey>>> byOwner = new HashMap<>();

  /// The pods that are bound to the node, whether or not there is such a node.
  List<ObjectKey> podsOn(String node) {
    var pods = podsByNode.get(node);
    return pods == null ? List.of() : List.copyOf(pods);
  }

  /// The kinds of objects that name the uid among their owners.
  List<Resource> kindsOwnedBy(String uid) {
    var owned = byOwner.get(uid);
    return owned == null ? List.of() : List.copyOf(owned.keySet());
  }

  /// Those of that kind which name the uid among their owners.
  List<ObjectKey> ownedBy(String uid, Resource resource) {
    var owned = byOwner.get(uid);
    var keys = owned == null ? null : owned.get(resource);
    return keys == null ? List.of() : List.copyOf(keys);
  }

  @SuppressWarnings("ReferenceEquality") // versions of an object share what did not change
  void replace(
      Resource resource, ObjectKey key, @Nullable JsonNode before, @Nullable JsonNode after) {
    if (resource.equals(Resource.PODS)) {
      move(key, before, after);
    }
    if (before != null && after != null && references(before) == references(after)) {
      return;
    }
    var owned = owners(before);
    var owns = owners(after);
    if (!owned.equals(owns)) {
      owned.forEach(uid -> disown(uid, resource, key));
      owns.forEach(
          uid ->
              byOwner
                  .computeIfAbsent(uid, _ -> new LinkedHashMap<>())
                  .computeIfAbsent(resource, _ -> new TreeSet<>())
                  .add(key));
    }
  }

  private void disown(String uid, Resource resource, ObjectKey key) {
    byOwner.computeIfPresent(
        uid,
        (_, kinds) -> {
          kinds.computeIfPresent(resource, (_, keys) -> without(keys, key));
          return kinds.isEmpty() ? null : kinds;
        });
  }

  private void move(ObjectKey key, @Nullable JsonNode before, @Nullable JsonNode after) {
    var from = node(before);
    var to = node(after);
    if (from.equals(to)) {
      return;
    }
    podsByNode.computeIfPresent(from, (_, pods) -> without(pods, key));
    if (!to.isEmpty()) {
      podsByNode.computeIfAbsent(to, _ -> new TreeSet<>()).add(key);
    }
  }

  private static @Nullable TreeSet<ObjectKey> without(TreeSet<ObjectKey> keys, ObjectKey key) {
    keys.remove(key);
    return keys.isEmpty() ? null : keys;
  }

  private static String node(@Nullable JsonNode pod) {
    return pod == null ? "" : pod.path("spec").path("nodeName").asText();
  }

  private static JsonNode references(JsonNode object) {
    return object.path("metadata").path("ownerReferences");
  }

  private static Set<String> owners(@Nullable JsonNode object) {
    if (object == null) {
      return Set.of();
    }
    var references = references(object);
    if (references.isEmpty()) {
      return Set.of();
    }
    var uids = new LinkedHashSet<String>();
    references.forEach(owner -> uids.add(owner.path("uid").asText()));
    return uids;
  }
}
