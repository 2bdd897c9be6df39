package karpenter.operator.kube;

import com.fasterxml.jackson.databind.node.ObjectNode;

/// What the API server may answer to a request about one object. Silence, 429 and 5xx are
/// [karpenter.operator.Unreachable] instead.
public sealed interface Answer {
  /// @param object as it is now; after a deletion that is already complete, as it last was
  record Done(ObjectNode object) implements Answer {}

  record NotFound() implements Answer {}

  /// A precondition failed: the object has changed, or is another one of the same name. Read again.
  record Conflict(String message) implements Answer {}

  /// An object of this name exists.
  record AlreadyExists() implements Answer {}

  /// The server will not do this however often we ask.
  ///
  /// @param code 400, 403, 405, 422 …
  /// @param reason the server's word for it, such as `Invalid` or `Forbidden`
  record Refused(int code, String reason, String message, ObjectNode status) implements Answer {}
}
