package karpenter.kube;

import java.util.Optional;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;

/// What a watch looks at.
///
/// @param selector the field selector, as a part of the query
/// @param from the version to begin at; without it the watch begins with a list
record Followed(Resource resource, String path, String selector, Optional<String> from) {
  static Followed all(Resource resource) {
    return new Followed(resource, Paths.collection(resource, ""), "", Optional.empty());
  }

  static Followed one(Resource resource, ObjectKey key, String version) {
    return new Followed(
        resource,
        Paths.collection(resource, key.namespace()),
        "&fieldSelector=" + Paths.query("metadata.name=" + key.name()),
        Optional.of(version));
  }
}
