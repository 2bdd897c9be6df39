package karpenter.core.wire;

import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// Who a pod is, as far as its template does not say.
///
/// @param controller the key of the object that makes the pod
/// @param labels that its controller adds to the template's
/// @param claimTemplates claims its controller makes for it, by volume name
record PodIdentity(
    String namespace,
    String name,
    Optional<String> controller,
    SortedMap<String, String> labels,
    SortedMap<String, Place> claimTemplates) {

  static PodIdentity of(String namespace, String name) {
    return new PodIdentity(namespace, name, Optional.empty(), new TreeMap<>(), new TreeMap<>());
  }

  PodIdentity controlledBy(Optional<String> key) {
    return new PodIdentity(namespace, name, key, labels, claimTemplates);
  }

  PodIdentity withLabels(Map<String, String> more) {
    return new PodIdentity(namespace, name, controller, new TreeMap<>(more), claimTemplates);
  }

  PodIdentity withClaims(Map<String, Place> templates) {
    return new PodIdentity(namespace, name, controller, labels, new TreeMap<>(templates));
  }
}
