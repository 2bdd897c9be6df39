package karpenter.bench.optimum;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.TreeMap;
import karpenter.bench.check.PackingModel;
import karpenter.bench.simple.PackedNode;

/// Where the search begins: the nodes of the simple packings.
///
/// @param columns each node once
/// @param cost of the cheapest packing that places every pod, if one does
record Start(List<Column> columns, OptionalDouble cost) {

  static Start of(PackingModel model, PackingInstance instance, double nodeCost) {
    List<Column> columns = new ArrayList<>();
    var cheapest = OptionalDouble.empty();
    for (var packing : PackedNode.ofAllPackings(model, nodeCost)) {
      double cost = 0;
      int pods = 0;
      for (var node : packing) {
        cost += model.offers().get(node.offer()).price() + nodeCost;
        pods += node.pods().values().stream().mapToInt(Integer::intValue).sum();
        columns.add(column(instance, node));
      }
      if (pods == instance.pods() && (cheapest.isEmpty() || cost < cheapest.getAsDouble()))
        cheapest = OptionalDouble.of(cost);
    }
    return new Start(columns.stream().filter(c -> c.shape() >= 0).distinct().toList(), cheapest);
  }

  private static Column column(PackingInstance instance, PackedNode node) {
    var pods = new TreeMap<Integer, Integer>();
    node.pods()
        .forEach((kind, count) -> pods.merge(instance.kindClass().get(kind), count, Integer::sum));
    return new Column(instance.offerShape().get(node.offer()), pods);
  }
}
