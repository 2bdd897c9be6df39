package karpenter.operator.provider;

import java.util.List;
import karpenter.api.Labels;
import karpenter.operator.kube.Resource;

/// A kind of node class a provider serves. Objects that refer to one are ours; all others are left
/// alone, so that several builds can share a cluster.
public record NodeClassKind(Resource resource) {
  /// Asked of every change, hence no stream.
  public static boolean isAmong(List<NodeClassKind> kinds, Resource resource) {
    for (var kind : kinds) {
      if (kind.resource.equals(resource)) {
        return true;
      }
    }
    return false;
  }

  public String group() {
    return resource.group();
  }

  public String kind() {
    return resource.kind();
  }

  /// The label that marks claims and nodes of this kind.
  public String label() {
    return Labels.nodeClass(group(), kind());
  }
}
