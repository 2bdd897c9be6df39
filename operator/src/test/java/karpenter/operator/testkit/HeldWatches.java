package karpenter.operator.testkit;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import karpenter.operator.kube.Answer;
import karpenter.operator.kube.Deletion;
import karpenter.operator.kube.Eviction;
import karpenter.operator.kube.Kube;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Patch;
import karpenter.operator.kube.Resource;
import karpenter.operator.kube.WatchSink;

/// An API server whose watches tell what a test makes them tell, and that answers nothing else.
public final class HeldWatches implements Kube {
  private final Map<Resource, WatchSink> sinks = new LinkedHashMap<>();
  private int closed;

  /// In the order they were opened.
  public List<Resource> opened() {
    return List.copyOf(sinks.keySet());
  }

  public int closed() {
    return closed;
  }

  public void tell(Resource resource, ObjectNode object) {
    sink(resource).changed(resource, object, false);
  }

  public void gone(Resource resource, ObjectNode object) {
    sink(resource).gone(resource, object);
  }

  public void synced(Resource resource) {
    sink(resource).synced(resource);
  }

  public void interrupted(Resource resource, String reason) {
    sink(resource).interrupted(resource, reason);
  }

  public void allSynced() {
    opened().forEach(this::synced);
  }

  private WatchSink sink(Resource resource) {
    var sink = sinks.get(resource);
    if (sink == null) {
      throw new AssertionError("nobody watches " + resource.plural());
    }
    return sink;
  }

  @Override
  public Watch watch(Resource resource, WatchSink sink) {
    if (sinks.put(resource, sink) != null) {
      throw new AssertionError("watched twice: " + resource.plural());
    }
    return () -> closed++;
  }

  @Override
  public Answer get(Resource resource, ObjectKey key) {
    return new Answer.NotFound();
  }

  @Override
  public List<ObjectNode> list(Resource resource, String namespace) {
    return List.of();
  }

  @Override
  public Answer create(Resource resource, ObjectNode object) {
    throw unexpected();
  }

  @Override
  public Answer patch(Resource resource, ObjectKey key, Patch patch) {
    throw unexpected();
  }

  @Override
  public Answer replace(Resource resource, ObjectKey key, ObjectNode object) {
    throw unexpected();
  }

  @Override
  public Answer delete(Resource resource, ObjectKey key, Deletion deletion) {
    throw unexpected();
  }

  @Override
  public Eviction evict(ObjectKey pod, String uid) {
    throw unexpected();
  }

  private static AssertionError unexpected() {
    return new AssertionError("no test here writes");
  }
}
