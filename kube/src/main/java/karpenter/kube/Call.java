package karpenter.kube;

import java.util.Optional;
import karpenter.operator.kube.Resource;

/// One request to the API server.
///
/// @param path with its query
record Call(RequestListener.Request request, String path, Optional<Body> body) {

  /// @param type its media type
  record Body(String type, byte[] bytes) {}

  static Call get(String verb, Resource resource, String path) {
    return new Call(new RequestListener.Request("GET", verb, resource, ""), path, Optional.empty());
  }

  /// Who goes first when there is a queue: what ends work or keeps us in charge before what starts
  /// it, and what people read last.
  RequestGate.Priority priority() {
    var resource = request.resource();
    if (request.subresource().equals("eviction") || resource.equals(Resource.LEASES)) {
      return RequestGate.Priority.URGENT;
    }
    return resource.equals(Resource.EVENTS)
        ? RequestGate.Priority.LEISURELY
        : RequestGate.Priority.ORDINARY;
  }
}
