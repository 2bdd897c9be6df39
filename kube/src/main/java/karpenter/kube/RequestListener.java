package karpenter.kube;

import java.time.Duration;
import karpenter.operator.kube.Resource;

/// Who is told of every request, for `client_go_request_total` and its like. Called on the thread
/// that asked: must return at once and not throw.
public interface RequestListener {
  /// An answer has begun, or none came.
  ///
  /// @param request what was asked
  /// @param code the HTTP status, 0 when none came
  /// @param took until the answer began
  void answered(Request request, int code, Duration took);

  /// What was asked for.
  ///
  /// @param method as HTTP has it
  /// @param verb as Kubernetes has it: get, list, watch, create, update, patch, delete
  /// @param subresource empty where it is the object itself
  record Request(String method, String verb, Resource resource, String subresource) {}

  RequestListener NONE = (_, _, _) -> {};
}
