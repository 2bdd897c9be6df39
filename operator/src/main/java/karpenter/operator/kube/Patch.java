package karpenter.operator.kube;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/// A change of an object. A `metadata.resourceVersion` in the body makes it conditional.
///
/// @param subresource such as `status`
public record Patch(Form form, ObjectNode body, Optional<String> subresource) {
  /// How the body is to be understood.
  public enum Form {
    /// RFC 7386: null removes, lists are replaced.
    MERGE,
    /// Kubernetes' own: some lists are merged by key. Not for custom resources.
    STRATEGIC
  }

  public static Patch merge(ObjectNode body) {
    return new Patch(Form.MERGE, body, Optional.empty());
  }

  public static Patch mergeStatus(ObjectNode body) {
    return new Patch(Form.MERGE, body, Optional.of("status"));
  }

  public static Patch strategic(ObjectNode body) {
    return new Patch(Form.STRATEGIC, body, Optional.empty());
  }
}
