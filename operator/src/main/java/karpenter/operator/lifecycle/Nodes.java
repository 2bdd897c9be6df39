package karpenter.operator.lifecycle;

import java.util.List;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.NodeFacts;
import karpenter.operator.state.ClusterSnapshot;

/// The Nodes of a claim: those with its provider id. Without one there are none.
final class Nodes {
  private Nodes() {}

  static List<NodeFacts> of(ClaimFacts claim, ClusterSnapshot snapshot) {
    return claim.providerId().map(snapshot::nodesWithProviderId).orElse(List.of());
  }
}
