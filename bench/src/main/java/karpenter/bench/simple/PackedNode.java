package karpenter.bench.simple;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import karpenter.bench.check.PackingModel;

/// A node of a packing, for those who search on from there.
///
/// @param offer index among the offers of the model
/// @param pods how many of each kind, by the kind's index
public record PackedNode(int offer, Map<Integer, Integer> pods) {

  /// The nodes of each of the ten packings.
  public static List<List<PackedNode>> ofAllPackings(PackingModel model, double nodeCost) {
    return Packings.ALL.stream()
        .map(packing -> packing.run(model, nodeCost).nodes().stream().map(PackedNode::of).toList())
        .toList();
  }

  private static PackedNode of(OpenNode node) {
    var pods = new TreeMap<Integer, Integer>();
    node.kinds().forEach((kind, count) -> pods.put(kind.index(), count));
    return new PackedNode(node.offer().index(), pods);
  }
}
