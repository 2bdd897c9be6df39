package karpenter.bench.optimum;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// Whole nodes by rounding the linear program step by step: buy the whole part of every column, or
/// one node of the largest fraction, and solve again for the pods that are left. In the end each
/// node becomes the cheapest shape that holds its pods.
final class Diving {
  private static final double ROUNDING = 1e-6;

  private final PackingInstance instance;
  private final int[] left;
  private final List<Column> bought = new ArrayList<>();

  private Diving(PackingInstance instance) {
    this.instance = instance;
    this.left = instance.classes().stream().mapToInt(PodClass::count).toArray();
  }

  /// Empty if limits end the dive before all pods are covered.
  static Optional<Whole> solve(PackingInstance instance, List<Column> columns) {
    var diving = new Diving(instance);
    try (var master = new Master(instance)) {
      columns.forEach(master::add);
      while (diving.hasPodsLeft()) {
        if (!diving.step(master)) return Optional.empty();
      }
    }
    return Optional.of(diving.whole());
  }

  private boolean hasPodsLeft() {
    for (int pods : left) if (pods > 0) return true;
    return false;
  }

  private boolean step(Master master) {
    master.solve();
    var nodes = master.nodes();
    var columns = master.columns();
    int largest = 0;
    int before = bought.size();
    for (int i = 0; i < columns.size(); i++) {
      for (int n = 1; n <= nodes.get(i) + ROUNDING; n++) buy(columns.get(i), master);
      if (nodes.get(i) > nodes.get(largest)) largest = i;
    }
    if (bought.size() == before && nodes.get(largest) > ROUNDING) buy(columns.get(largest), master);
    return bought.size() > before;
  }

  private void buy(Column column, Master master) {
    var pods = new TreeMap<Integer, Integer>();
    column
        .pods()
        .forEach(
            (k, count) -> {
              int taken = Math.min(count, left[k]);
              if (taken > 0) pods.put(k, taken);
              left[k] -= taken;
              master.setDemand(k, left[k]);
            });
    if (pods.isEmpty()) return;
    bought.add(new Column(column.shape(), pods));
    master.takeOfLimits(instance.shapes().get(column.shape()));
  }

  private Whole whole() {
    double cost = 0;
    for (var node : bought) cost += cheapest(node).cost();
    return new Whole(cost, bought.size());
  }

  private Shape cheapest(Column node) {
    var now = instance.shapes().get(node.shape());
    return instance.shapes().stream()
        .filter(shape -> shape.cost() < now.cost() && holds(shape, node.pods()))
        .filter(shape -> isNoDearerForLimits(shape, now))
        .min(Comparator.comparingDouble(Shape::cost))
        .orElse(now);
  }

  private static boolean isNoDearerForLimits(Shape shape, Shape now) {
    for (int l = 0; l < now.charges().size(); l++)
      if (shape.charges().get(l) > now.charges().get(l)) return false;
    return true;
  }

  private boolean holds(Shape shape, SortedMap<Integer, Integer> pods) {
    boolean opened = false;
    for (int k : pods.keySet()) {
      if (!shape.accepted().get(k)) return false;
      opened |= shape.openers().get(k);
    }
    for (int r = 0; r < shape.room().size(); r++) {
      long used = 0;
      for (var entry : pods.entrySet())
        used += entry.getValue() * instance.classes().get(entry.getKey()).requests().get(r);
      if (used > shape.room().get(r)) return false;
    }
    return opened;
  }
}
