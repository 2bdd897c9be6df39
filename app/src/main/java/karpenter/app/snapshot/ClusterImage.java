package karpenter.app.snapshot;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;

/// A cluster at one moment: its objects by kind and key, without what [Redaction] leaves out.
///
/// @param namesHashed names are not those of the cluster
/// @param catalogue the instance types it buys from, in the form of an instance type file; empty:
///   those built in
public record ClusterImage(
    Instant takenAt,
    boolean namesHashed,
    Optional<ArrayNode> catalogue,
    Map<Resource, TreeMap<ObjectKey, ObjectNode>> objects) {

  public static ClusterImage empty(Instant takenAt) {
    return new ClusterImage(takenAt, false, Optional.empty(), new LinkedHashMap<>());
  }

  public static ObjectKey key(JsonNode object) {
    return ObjectKey.of(
        object.at("/metadata/namespace").asText(), object.at("/metadata/name").asText());
  }

  /// In the order of their keys.
  public List<ObjectNode> all(Resource resource) {
    return List.copyOf(objects.getOrDefault(resource, new TreeMap<>()).values());
  }

  public Optional<ObjectNode> find(Resource resource, ObjectKey key) {
    return Optional.ofNullable(objects.getOrDefault(resource, new TreeMap<>()).get(key));
  }

  /// Every object, owners before what they own.
  public List<ObjectNode> items() {
    var items = new ArrayList<ObjectNode>();
    Kinds.ALL.forEach(resource -> items.addAll(all(resource)));
    return items;
  }

  /// Takes the place of one of its name.
  public void put(Resource resource, ObjectNode object) {
    objects.computeIfAbsent(resource, _ -> new TreeMap<>()).put(key(object), object);
  }

  public void remove(Resource resource, ObjectKey key) {
    objects.computeIfAbsent(resource, _ -> new TreeMap<>()).remove(key);
  }

  public ClusterImage with(ArrayNode types) {
    return new ClusterImage(takenAt, namesHashed, Optional.of(types), objects);
  }

  /// That can be changed and leaves this one as it is.
  public ClusterImage copy() {
    var copy = new LinkedHashMap<Resource, TreeMap<ObjectKey, ObjectNode>>();
    objects.forEach(
        (resource, byKey) -> {
          var copied = new TreeMap<ObjectKey, ObjectNode>();
          byKey.forEach((key, object) -> copied.put(key, object.deepCopy()));
          copy.put(resource, copied);
        });
    return new ClusterImage(takenAt, namesHashed, catalogue, copy);
  }
}
