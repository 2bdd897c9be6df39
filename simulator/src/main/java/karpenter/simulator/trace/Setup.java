package karpenter.simulator.trace;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import karpenter.core.catalog.InstanceType;
import karpenter.operator.kube.Resource;
import karpenter.operator.provider.NodeClassKind;
import karpenter.operator.provider.ProviderLabels;
import karpenter.operator.settings.Settings;

/// A cluster as it is configured: what may be bought, and what is there from the beginning.
///
/// @param name what people call it
public record Setup(String name, Market market, List<Given> objects, Settings settings) {
  public Setup {
    objects = List.copyOf(objects);
  }

  /// What is sold, and the kind of node class and the labels that pools may name.
  public record Market(List<InstanceType> types, NodeClassKind nodeClass, ProviderLabels labels) {
    public Market {
      types = List.copyOf(types);
    }
  }

  /// An object that is there from the beginning, a NodePool for instance.
  public record Given(Resource resource, ObjectNode object) {}
}
