package karpenter.core.bound;

/// Prices for a unit of each good, by class of pods, for a slot of each exclusive group, and for a
/// unit of each quota.
///
/// @param unit by class, then by good
/// @param quota below zero for what a limit makes scarce: such a node may be worth more than it
///   costs
record Tariff(double[][] unit, double[] slot, double[] quota) {

  /// The most that the users of an offer would pay per unit of each good.
  double[] highest(long users) {
    double[] highest = new double[unit.length == 0 ? 0 : unit[0].length];
    for (int c = 0; c < unit.length; c++) {
      if ((users >>> c & 1) == 0) continue;
      for (int i = 0; i < highest.length; i++) highest[i] = Math.max(highest[i], unit[c][i]);
    }
    return highest;
  }

  double worth(Offer offer) {
    return worth(offer, highest(offer.users()));
  }

  /// No pods that fit the offer pay more than this together.
  double worth(Offer offer, double[] highest) {
    double worth = 0;
    for (int i = 0; i < highest.length; i++) worth += highest[i] * offer.room()[i];
    for (int e = 0; e < slot.length; e++) worth += slot[e] * offer.slots()[e];
    for (int q = 0; q < quota.length; q++) worth += quota[q] * offer.charges()[q];
    return worth;
  }

  Tariff dividedBy(double factor) {
    double[][] units = new double[unit.length][];
    for (int c = 0; c < unit.length; c++) {
      units[c] = unit[c].clone();
      for (int i = 0; i < units[c].length; i++) units[c][i] /= factor;
    }
    return new Tariff(units, dividedBy(slot, factor), dividedBy(quota, factor));
  }

  private static double[] dividedBy(double[] prices, double factor) {
    double[] lower = prices.clone();
    for (int i = 0; i < lower.length; i++) lower[i] /= factor;
    return lower;
  }
}
