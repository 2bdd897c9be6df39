package karpenter.operator.state;

import com.fasterxml.jackson.databind.node.ObjectNode;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;

/// Which object was told of, and in which version.
record Sighting(ObjectKey key, String uid, String version) {

  static Sighting of(Resource resource, ObjectNode object) {
    var metadata = object.path("metadata");
    var namespace = resource.isNamespaced() ? metadata.path("namespace").asText("") : "";
    return new Sighting(
        new ObjectKey(
            namespace.isEmpty() ? "" : namespace.intern(), metadata.path("name").asText("")),
        metadata.path("uid").asText(""),
        metadata.path("resourceVersion").asText(""));
  }

  /// An object that is marked for deletion and held by nobody is gone with the write that made it
  /// so. Pods are the exception: their kubelet takes its time.
  static boolean isTheEnd(Resource resource, ObjectNode object) {
    var metadata = object.path("metadata");
    return !resource.equals(Resource.PODS)
        && metadata.hasNonNull("deletionTimestamp")
        && metadata.path("finalizers").isEmpty()
        && metadata.path("deletionGracePeriodSeconds").asLong(0) == 0;
  }
}
