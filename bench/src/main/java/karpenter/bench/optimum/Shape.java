package karpenter.bench.optimum;

import java.util.BitSet;
import java.util.List;

/// A kind of node: offers with the same room that take the same pods, at the cheapest of them.
///
/// @param room in units of [PackingInstance]
/// @param cost price and node cost
/// @param accepted classes that may run on it
/// @param openers classes it may be bought for; others only join
/// @param charges what it takes of each limit
/// @param offer the cheapest
record Shape(
    List<Long> room,
    double cost,
    double price,
    BitSet accepted,
    BitSet openers,
    List<Long> charges,
    int offer) {

  /// Whether whoever buys the other could as well buy this.
  boolean dominates(Shape other) {
    return cost <= other.cost
        && atLeast(room, other.room)
        && atLeast(other.charges, charges)
        && contains(accepted, other.accepted)
        && contains(openers, other.openers);
  }

  /// A node for which some pod must be there that it could be bought for.
  boolean needsOpener() {
    return !openers.equals(accepted);
  }

  private static boolean atLeast(List<Long> amounts, List<Long> others) {
    for (int i = 0; i < amounts.size(); i++) if (amounts.get(i) < others.get(i)) return false;
    return true;
  }

  private static boolean contains(BitSet set, BitSet part) {
    var missing = (BitSet) part.clone();
    missing.andNot(set);
    return missing.isEmpty();
  }
}
