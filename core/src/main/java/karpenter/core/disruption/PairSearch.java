package karpenter.core.disruption;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Tries pairs of nodes that one cheaper node might replace, the most promising first. The other
/// stages take nodes in the order of a list and find sets of which many can go; in a cluster that
/// is nearly full what is left to save are two nodes whose pods happen to fill a third, and these
/// may stand anywhere in a list.
final class PairSearch implements Stage {
  /// Of each other's pairs: 32,640 estimates.
  static final int MAX_NODES = 256;

  /// What-ifs.
  static final int MAX_PAIRS = 256;

  private final List<Pair> pairs;
  private int next;

  /// @param saving by estimate
  private record Pair(Candidate one, Candidate other, double saving) {}

  /// @param order of which the first [#MAX_NODES] are paired
  PairSearch(List<Candidate> order, RightSizedCost cost) {
    var nodes = order.subList(0, Math.min(order.size(), MAX_NODES));
    var all = new ArrayList<Pair>();
    for (int i = 0; i < nodes.size(); i++) {
      var one = nodes.get(i);
      for (var other : nodes.subList(i + 1, nodes.size())) {
        all.add(new Pair(one, other, one.price() + other.price() - cost.ofBoth(one, other)));
      }
    }
    // Stable: pairs that promise the same keep the order of the list.
    all.sort(Comparator.comparingDouble(Pair::saving).reversed());
    this.pairs = List.copyOf(all.subList(0, Math.min(all.size(), MAX_PAIRS)));
  }

  @Override
  public boolean step(Ascent ascent) {
    if (next >= pairs.size()) {
      return false;
    }
    var pair = pairs.get(next++);
    var room = ascent.roomBeside(List.of());
    if (room.add(pair.one()) && room.add(pair.other())) {
      ascent.improves(List.of(pair.one(), pair.other()));
    }
    return true;
  }
}
