package karpenter.operator.kube;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import karpenter.operator.Unreachable;

/// The Kubernetes API, as far as we need it.
///
/// Every call may block; none retries by itself. Trees that come out belong to the caller; trees
/// that go in are not kept.
public interface Kube {
  /// [Answer.Done] or [Answer.NotFound].
  Answer get(Resource resource, ObjectKey key) throws Unreachable, InterruptedException;

  /// All objects of a kind; of one namespace unless that is empty. The whole list or [Unreachable]:
  /// part of a list, or a 404 for it, is no answer. A kind that the server proves not to serve
  /// yields an empty list.
  List<ObjectNode> list(Resource resource, String namespace)
      throws Unreachable, InterruptedException;

  /// The pods bound to a node as the server has them now, not as a watch has told.
  default List<ObjectNode> podsOn(String node) throws Unreachable, InterruptedException {
    return list(Resource.PODS, "").stream()
        .filter(pod -> pod.path("spec").path("nodeName").asText().equals(node))
        .toList();
  }

  Answer create(Resource resource, ObjectNode object) throws Unreachable, InterruptedException;

  Answer patch(Resource resource, ObjectKey key, Patch patch)
      throws Unreachable, InterruptedException;

  /// Replaces the whole object; its `resourceVersion` is the precondition. For leases.
  Answer replace(Resource resource, ObjectKey key, ObjectNode object)
      throws Unreachable, InterruptedException;

  Answer delete(Resource resource, ObjectKey key, Deletion deletion)
      throws Unreachable, InterruptedException;

  Eviction evict(ObjectKey pod, String uid) throws Unreachable, InterruptedException;

  /// Tells `sink` of every object of the kind, now and as they change, until closed. Survives lost
  /// connections: after one it goes on from the last version it heard of, or lists again and tells
  /// only what differs. A kind that the server proves not to serve is awaited, and counts as synced
  /// meanwhile; one that was served before and cannot be listed is interrupted, never gone.
  Watch watch(Resource resource, WatchSink sink);

  /// Whether the versions of an object share what is the same in them. Answers to writes and what
  /// watches tell are then to be read, and not changed.
  default boolean sharesParts() {
    return false;
  }

  /// A running watch.
  interface Watch extends AutoCloseable {
    @Override
    void close();
  }
}
