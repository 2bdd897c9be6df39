package karpenter.core.disruption;

import java.util.Map;
import java.util.Set;

/// What single-node consolidation has found: a set of nodes must bring more than this.
///
/// @param replacing what replacing a node alone would save an hour, by claim name
/// @param deletable nodes whose pods all fit on other nodes, by claim name
public record SingleMoves(Map<String, Double> replacing, Set<String> deletable) {
  public static final SingleMoves NONE = new SingleMoves(Map.of(), Set.of());

  public SingleMoves {
    replacing = Map.copyOf(replacing);
    deletable = Set.copyOf(deletable);
  }
}
