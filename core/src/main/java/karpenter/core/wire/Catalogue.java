package karpenter.core.wire;

import java.util.List;
import karpenter.api.v1.NodeClassRef;
import karpenter.core.catalog.InstanceType;

/// What can be bought, by node class.
@FunctionalInterface
public interface Catalogue {
  List<InstanceType> typesFor(NodeClassRef nodeClass);

  /// The same types for every class.
  static Catalogue of(List<InstanceType> types) {
    var copy = List.copyOf(types);
    return _ -> copy;
  }
}
