package karpenter.core.disruption;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import karpenter.core.catalog.InstanceType;
import karpenter.core.cluster.StateNode;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.NodeFacts;
import karpenter.core.facts.PodFacts;
import karpenter.core.facts.PoolFacts;

/// A node that could go.
///
/// @param type what the pool's price list knows of it; empty when it is not on the list any more
/// @param zone empty text when the node does not say
/// @param capacityType empty text when the node does not say
/// @param pods all on the node
/// @param reschedulable those that need another place
/// @param price an hour; 0 when nobody knows it
/// @param nodeCost what it costs an hour beside its instance
/// @param reschedulingCost one, and what the eviction of each reschedulable pod costs
public record Candidate(
    StateNode state,
    PoolFacts pool,
    Optional<InstanceType> type,
    String zone,
    String capacityType,
    List<PodFacts> pods,
    List<PodFacts> reschedulable,
    double price,
    double nodeCost,
    double reschedulingCost) {

  public Candidate {
    if (state.claim().isEmpty() || state.node().isEmpty()) {
      throw new IllegalArgumentException(state.name() + " has no claim or no node");
    }
    pods = List.copyOf(pods);
    reschedulable = List.copyOf(reschedulable);
  }

  /// What notes and commands call it: the claim's name.
  public String name() {
    return claim().name();
  }

  public String nodeName() {
    return node().name();
  }

  public ClaimFacts claim() {
    return state.claim().orElseThrow();
  }

  public NodeFacts node() {
    return state.node().orElseThrow();
  }

  public SortedMap<String, String> labels() {
    return state.labels();
  }

  /// No pod here would be missed: those that are left cost nothing to move.
  public boolean isEmpty() {
    return reschedulingCost <= Costs.OF_A_NODE;
  }

  /// What keeping it costs an hour: its instance, and what comes with being a node.
  public double cost() {
    return price + nodeCost;
  }

  /// What taking it brings for what it costs. As upstream has it, by the price alone.
  public double savingsRatio() {
    return price / reschedulingCost;
  }
}
