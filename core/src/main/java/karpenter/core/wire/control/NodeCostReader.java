package karpenter.core.wire.control;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.function.Consumer;
import karpenter.api.Problem;
import karpenter.core.cluster.NodeCost;
import karpenter.core.disruption.control.ControlKeys;

/// Reads what a NodePool says its nodes cost beside their instances.
public final class NodeCostReader {
  private static final String EXPECTED =
      "dollars an hour, 0 or more, such as 0.02; until then the controller's --node-cost holds";

  private NodeCostReader() {}

  /// Empty when the pool says nothing, or nothing that can be understood: then the setting holds.
  public static OptionalDouble read(
      SortedMap<String, String> annotations, Consumer<Problem> problems) {
    return Optional.ofNullable(annotations.get(ControlKeys.NODE_COST))
        .map(text -> new Value(ControlReader.path(ControlKeys.NODE_COST), text.strip(), problems))
        .flatMap(value -> value.amountOrNothing(NodeCost.MAX, EXPECTED))
        .map(OptionalDouble::of)
        .orElse(OptionalDouble.empty());
  }
}
