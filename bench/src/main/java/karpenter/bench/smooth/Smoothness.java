package karpenter.bench.smooth;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// What may be expected of packings as the node cost rises, each beside the last: no more nodes, no
/// lower price, and no leap in the number of nodes.
final class Smoothness {
  /// By what part of itself a figure may go the wrong way: packings are not optimal, and near-ties
  /// fall either way.
  static final double TOLERANCE = 0.01;

  /// The largest part of its nodes a packing may lose or gain from one step to the next.
  static final double LEAP = 0.5;

  private Smoothness() {}

  /// What ours came to under one node cost.
  record Step(double nodeCost, int nodes, double price) {
    double cost() {
      return price + nodeCost * nodes;
    }
  }

  /// What is not as expected, as sentences; none: the packings change smoothly.
  ///
  /// @param steps by rising node cost
  static List<String> objections(List<Step> steps) {
    List<String> objections = new ArrayList<>();
    for (int i = 1; i < steps.size(); i++) {
      var before = steps.get(i - 1);
      var after = steps.get(i);
      if (after.nodes() > before.nodes() * (1 + TOLERANCE))
        objections.add(
            "nodes rise from %d to %d at node cost %s"
                .formatted(before.nodes(), after.nodes(), cost(after)));
      if (after.price() < before.price() * (1 - TOLERANCE))
        objections.add(
            String.format(
                Locale.ROOT,
                "the price falls from %.2f to %.2f at node cost %s",
                before.price(),
                after.price(),
                cost(after)));
      if (Math.abs(after.nodes() - before.nodes()) > LEAP * before.nodes())
        objections.add(
            "nodes leap from %d to %d at node cost %s"
                .formatted(before.nodes(), after.nodes(), cost(after)));
    }
    return objections;
  }

  static String cost(Step step) {
    return String.format(Locale.ROOT, "%.3f", step.nodeCost());
  }
}
