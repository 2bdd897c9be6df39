package karpenter.operator.kube;

/// What the API server may answer to the request to evict a pod.
public sealed interface Eviction {
  /// @param code the HTTP status, for the metric
  int code();

  record Accepted(int code) implements Eviction {}

  /// The pod is gone, or another of the same name is there.
  record Gone(int code) implements Eviction {}

  /// A disruption budget does not allow it now, or more than one covers the pod.
  record HeldBack(int code, String message) implements Eviction {}
}
