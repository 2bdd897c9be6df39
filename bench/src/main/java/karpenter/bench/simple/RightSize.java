package karpenter.bench.simple;

/// The last step of every packing: a node becomes the cheapest offer of its NodePool that still
/// takes all its pods. It keeps its zone where some rule looks at zones.
final class RightSize {
  private RightSize() {}

  static void apply(PackingRun run) {
    for (var node : run.nodes()) run.cheaper(node).ifPresent(offer -> run.replace(node, offer));
  }
}
