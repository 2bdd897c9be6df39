package karpenter.core.lifecycle;

import java.util.List;
import karpenter.core.facts.NodeFacts;

/// Which Node is a claim's. Only the provider id says so, and more than one is not the same as
/// none.
public sealed interface NodeMatch {
  record None() implements NodeMatch {}

  record One(NodeFacts node) implements NodeMatch {}

  record Several(List<NodeFacts> nodes) implements NodeMatch {}

  static NodeMatch of(List<NodeFacts> nodes) {
    return switch (nodes.size()) {
      case 0 -> new None();
      case 1 -> new One(nodes.getFirst());
      default -> new Several(List.copyOf(nodes));
    };
  }
}
