package karpenter.operator.testkit;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import karpenter.api.Json;
import karpenter.operator.kube.Answer;
import karpenter.operator.kube.Deletion;
import karpenter.operator.kube.Eviction;
import karpenter.operator.kube.Kube;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Patch;
import karpenter.operator.kube.Resource;
import karpenter.operator.kube.WatchSink;

/// Stores trees and merges patches into them. Tells one sink of what a test does, at once.
public final class TreeKube implements Kube {
  /// Patches that were stored, as `plural key`.
  public final List<String> patched = new ArrayList<>();

  private final TreeMap<String, ObjectNode> stored = new TreeMap<>();
  private final WatchSink sink;
  private long version = 100;

  public TreeKube(WatchSink sink) {
    this.sink = sink;
  }

  /// Somebody creates or changes an object; a new spec is a new generation.
  public void put(Resource resource, String yaml) {
    ObjectNode tree;
    try {
      tree = (ObjectNode) Json.YAML.readTree(yaml);
    } catch (JsonProcessingException e) {
      throw new AssertionError("the test's own YAML is broken:\n" + yaml, e);
    }
    var metadata = tree.withObjectProperty("metadata");
    var key = key(resource, tree);
    var before = stored.get(name(resource, key));
    long generation = before == null ? 0 : before.path("metadata").path("generation").asLong();
    metadata.put("generation", generation + 1);
    metadata.put("uid", "uid-" + key.name());
    metadata.put("creationTimestamp", "2026-01-05T09:00:00Z");
    metadata.put("resourceVersion", Long.toString(++version));
    stored.put(name(resource, key), tree);
    sink.changed(resource, tree.deepCopy(), false);
  }

  public void remove(Resource resource, ObjectKey key) {
    var tree = Objects.requireNonNull(stored.remove(name(resource, key)), "no such object");
    tree.withObjectProperty("metadata").put("resourceVersion", Long.toString(++version));
    sink.gone(resource, tree);
  }

  public JsonNode stored(Resource resource, ObjectKey key) {
    return Objects.requireNonNull(stored.get(name(resource, key)), "no such object");
  }

  private static ObjectKey key(Resource resource, ObjectNode tree) {
    var metadata = tree.path("metadata");
    return ObjectKey.of(
        resource.isNamespaced() ? metadata.path("namespace").asText() : "",
        metadata.path("name").asText());
  }

  private static String name(Resource resource, ObjectKey key) {
    return resource.plural() + " " + key;
  }

  @Override
  public Answer get(Resource resource, ObjectKey key) {
    var tree = stored.get(name(resource, key));
    return tree == null ? new Answer.NotFound() : new Answer.Done(tree.deepCopy());
  }

  @Override
  public Answer patch(Resource resource, ObjectKey key, Patch patch) {
    var tree = stored.get(name(resource, key));
    if (tree == null) {
      return new Answer.NotFound();
    }
    var wanted = patch.body().path("metadata").path("resourceVersion").asText("");
    if (!wanted.isEmpty()
        && !wanted.equals(tree.path("metadata").path("resourceVersion").asText())) {
      return new Answer.Conflict("changed meanwhile");
    }
    merge(tree, patch.body());
    tree.withObjectProperty("metadata").put("resourceVersion", Long.toString(++version));
    patched.add(name(resource, key));
    return new Answer.Done(tree.deepCopy());
  }

  private static void merge(ObjectNode tree, JsonNode patch) {
    for (var field : patch.properties()) {
      if (field.getValue().isNull()) {
        tree.remove(field.getKey());
      } else if (field.getValue().isObject()) {
        merge(tree.withObjectProperty(field.getKey()), field.getValue());
      } else {
        tree.set(field.getKey(), field.getValue());
      }
    }
  }

  @Override
  public List<ObjectNode> list(Resource resource, String namespace) {
    throw notHere();
  }

  @Override
  public Answer create(Resource resource, ObjectNode object) {
    throw notHere();
  }

  @Override
  public Answer replace(Resource resource, ObjectKey key, ObjectNode object) {
    throw notHere();
  }

  @Override
  public Answer delete(Resource resource, ObjectKey key, Deletion deletion) {
    throw notHere();
  }

  @Override
  public Eviction evict(ObjectKey pod, String uid) {
    throw notHere();
  }

  @Override
  public Watch watch(Resource resource, WatchSink other) {
    throw notHere();
  }

  private static UnsupportedOperationException notHere() {
    return new UnsupportedOperationException("no test needs it yet");
  }
}
