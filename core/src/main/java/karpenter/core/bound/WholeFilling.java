package karpenter.core.bound;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/// Looks for whole pods that fit a node and together pay more than a target: depth first over the
/// kinds, each as often as it still fits, then less often. A branch is given up when the room left,
/// at the duals of the [FractionalFilling], cannot lift it above the target. When the search ends
/// by itself, no filling pays more than the target or the one found; it may also run out of steps.
final class WholeFilling {
  private static final double ROUNDING = 1e-12;

  private final double[][] demand;
  private final int rows;
  private final int[] count;
  private final int[] kind;
  private final double[] surplus;
  private final double[] surplusAfter;
  private final double[] left;
  private final double[] rounding;

  final int[] best;
  double value;
  long steps;

  private int kinds;
  private double[] price = new double[0];
  private double target;
  private long limit;
  private double[] most = new double[0];

  WholeFilling(double[][] demand, int rows) {
    this.demand = demand;
    this.rows = rows;
    int all = demand.length;
    count = new int[all];
    kind = new int[all];
    surplus = new double[all];
    surplusAfter = new double[all + 1];
    left = new double[rows];
    rounding = new double[rows];
    best = new int[all];
  }

  /// @param fractional solved for the same shape and prices
  /// @param target only what pays more is of interest
  /// @return whether the search ended by itself
  boolean search(
      Shape shape, FractionalFilling fractional, double[] price, double target, long limit) {
    this.price = price;
    this.target = target;
    this.limit = limit;
    this.most = fractional.most;
    steps = 0;
    value = 0;
    Arrays.fill(best, 0);
    order(shape, fractional);
    double worth = 0;
    for (int i = 0; i < rows; i++) {
      left[i] = shape.room()[i];
      // Sums of requests that fill a node exactly must fit it.
      rounding[i] = shape.room()[i] * ROUNDING;
      worth += fractional.dual[i] * left[i];
    }
    return descend(0, 0, worth);
  }

  private void order(Shape shape, FractionalFilling fractional) {
    List<Integer> wanted = new ArrayList<>();
    for (int k : shape.kinds()) {
      count[k] = 0;
      if (most[k] > 0) wanted.add(k);
    }
    double[] surplusOf = new double[demand.length];
    for (int k : wanted) surplusOf[k] = fractional.surplus(k, price);
    wanted.sort(
        Comparator.<Integer>comparingDouble(k -> -surplusOf[k] * most[k] / price[k])
            .thenComparingDouble(k -> -price[k])
            .thenComparing(k -> k));
    kinds = wanted.size();
    for (int j = 0; j < kinds; j++) {
      kind[j] = wanted.get(j);
      surplus[j] = surplusOf[kind[j]];
    }
    surplusAfter[kinds] = 0;
    for (int j = kinds - 1; j >= 0; j--) {
      surplusAfter[j] = surplusAfter[j + 1] + Math.max(0, surplus[j]) * most[kind[j]];
    }
  }

  /// @param paid by the pods chosen so far
  /// @param worth paid and the worth of the room left
  private boolean descend(int from, double paid, double worth) {
    if (++steps > limit) return false;
    if (paid > Math.max(target, value)) {
      value = paid;
      for (int j = 0; j < kinds; j++) best[kind[j]] = count[kind[j]];
    }
    for (int j = from; j < kinds; j++) {
      if (worth + surplusAfter[j] <= Math.max(target, value)) return true;
      int k = kind[j];
      int fit = fit(k);
      if (fit == 0) continue;
      take(k, fit);
      boolean ended = true;
      for (int n = fit; n > 0 && ended; n--) {
        count[k] = n;
        double mine = worth + surplus[j] * n;
        if (mine + surplusAfter[j + 1] > Math.max(target, value))
          ended = descend(j + 1, paid + price[k] * n, mine);
        take(k, -1);
      }
      count[k] = 0;
      if (!ended) return false;
    }
    return true;
  }

  private int fit(int k) {
    double fit = most[k];
    for (int i = 0; i < rows; i++) {
      if (demand[k][i] > 0) fit = Math.min(fit, (left[i] + rounding[i]) / demand[k][i]);
    }
    return (int) Math.max(0, fit);
  }

  private void take(int k, int n) {
    for (int i = 0; i < rows; i++) left[i] -= n * demand[k][i];
  }
}
