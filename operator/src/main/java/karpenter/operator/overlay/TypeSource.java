package karpenter.operator.overlay;

import java.util.Optional;
import karpenter.core.facts.NodeClassFacts;
import karpenter.core.facts.PoolFacts;
import karpenter.core.wire.Overlaid;
import karpenter.operator.provider.CloudProvider;
import karpenter.operator.provider.TypesAnswer;

/// What pools may buy: the provider's types, corrected by overlays. Whoever plans with types asks
/// here and not the provider.
public final class TypeSource {
  private final CloudProvider provider;

  public TypeSource(CloudProvider provider) {
    this.provider = provider;
  }

  public TypesAnswer types(PoolFacts pool, Optional<NodeClassFacts> nodeClass) {
    return provider.types(pool, nodeClass);
  }

  /// Which types of the pool overlays have touched; claims that list one of them say so.
  public Overlaid overlaid(PoolFacts pool) {
    return Overlaid.NONE;
  }
}
