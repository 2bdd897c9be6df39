package karpenter.operator.state;

import karpenter.api.v1.NodePool;
import karpenter.core.facts.PoolFacts;

/// A NodePool: what decisions read, and the object claims are written from.
public record PoolState(PoolFacts facts, NodePool source) {
  public String name() {
    return facts.name();
  }
}
