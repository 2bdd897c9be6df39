package karpenter.core.disruption;

import java.util.List;

/// Looks for the longest beginning of an order that can go, by halving, as upstream does.
final class Halving implements Stage {
  private final List<Candidate> order;
  private int low = MultiNodeSearch.MIN_NODES;
  private int high;

  /// @param order such that the budgets allow all of it
  Halving(List<Candidate> order, int most) {
    this.order = order;
    this.high = Math.min(order.size(), most);
  }

  @Override
  public boolean step(Ascent ascent) {
    if (low > high) {
      return false;
    }
    int middle = (low + high) / 2;
    if (ascent.isGood(order.subList(0, middle))) {
      low = middle + 1;
    } else {
      high = middle - 1;
    }
    return true;
  }
}
