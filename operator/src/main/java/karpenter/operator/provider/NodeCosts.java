package karpenter.operator.provider;

import java.util.Optional;
import karpenter.core.cluster.NodeCost;
import karpenter.core.facts.NodeClassFacts;
import karpenter.core.facts.PoolFacts;
import karpenter.operator.settings.Settings;

/// What nodes cost beside their instances: what users say, and what the provider knows of the node
/// class. Whoever compares nodes by cost asks here.
public final class NodeCosts {
  private final CloudProvider provider;
  private final double setting;

  public NodeCosts(CloudProvider provider, Settings settings) {
    this.provider = provider;
    this.setting = settings.nodeCost();
  }

  /// Dollars an hour of a node of this pool.
  public double of(PoolFacts pool, Optional<NodeClassFacts> nodeClass) {
    return NodeCost.of(pool.nodeCost(), setting, ofProvider(nodeClass));
  }

  /// Providers come from elsewhere too; what is no cost must not stop planning.
  private double ofProvider(Optional<NodeClassFacts> nodeClass) {
    double cost = provider.nodeCost(nodeClass);
    return NodeCost.isValid(cost) ? cost : 0;
  }
}
