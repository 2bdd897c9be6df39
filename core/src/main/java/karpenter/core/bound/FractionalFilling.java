package karpenter.core.bound;

import java.util.Arrays;

/// The most that pods on one node could pay if pods could be cut: a linear program with a row for
/// each good and slot, solved by the simplex method with bounds on the variables. Its duals say
/// what room is worth, so that
///
///     what any pods pay that fit ≤ Σ room × dual + Σ over kinds count × max(0, price − demand ×
///     dual)
///
/// for whatever duals there are, the best or not. Mutable and reused; ties go to the smaller
/// number.
final class FractionalFilling {
  private static final double ZERO = 1e-11;
  private static final int MAX_PIVOTS = 400;

  private final double[][] demand;
  private final int rows;
  private final double[][] tableau;
  private final double[] gain;
  private final double[] level;
  private final int[] basic;
  private final boolean[] atMost;
  private final double[] scale;

  final double[] amount;
  final double[] dual;
  final double[] most;
  double value;
  long work;

  /// @param demand by kind, then by good and slot
  FractionalFilling(double[][] demand, int rows) {
    this.demand = demand;
    this.rows = rows;
    int columns = demand.length + rows;
    tableau = new double[rows][columns];
    gain = new double[columns];
    level = new double[rows];
    basic = new int[rows];
    atMost = new boolean[columns];
    scale = new double[rows];
    amount = new double[demand.length];
    most = new double[demand.length];
    dual = new double[rows];
  }

  /// @param counts how many pods of each kind there are
  /// @param price of a pod of each kind
  void solve(Shape shape, int[] counts, double[] price) {
    int kinds = demand.length;
    Arrays.fill(most, 0);
    for (int i = 0; i < rows; i++) {
      Arrays.fill(tableau[i], 0);
      scale[i] = shape.room()[i] > 0 ? shape.room()[i] : 1;
      level[i] = shape.room()[i] > 0 ? 1 : 0;
      basic[i] = kinds + i;
      tableau[i][kinds + i] = 1;
    }
    Arrays.fill(gain, 0);
    Arrays.fill(atMost, false);
    for (int k : shape.kinds()) {
      if (!(price[k] > 0)) continue;
      double fit = counts[k];
      for (int i = 0; i < rows; i++) {
        double wanted = demand[k][i];
        if (wanted > 0) fit = Math.min(fit, Math.floor(shape.room()[i] / wanted));
        tableau[i][k] = wanted / scale[i];
      }
      most[k] = fit;
      gain[k] = price[k];
    }
    for (int pivots = 0; pivots < MAX_PIVOTS && improve(shape); pivots++) {
      work += (long) rows * gain.length;
    }
    finish(shape, price);
  }

  /// One step: the kind that gains most enters or leaves its bound.
  private boolean improve(Shape shape) {
    int kinds = demand.length;
    int entering = -1;
    double best = ZERO;
    for (int k : shape.kinds()) {
      if (most[k] == 0) continue;
      double gained = (atMost[k] ? -gain[k] : gain[k]) * most[k];
      if (gained > best) {
        best = gained;
        entering = k;
      }
    }
    for (int j = kinds; j < gain.length; j++) {
      if (gain[j] > best) {
        best = gain[j];
        entering = j;
      }
    }
    if (entering < 0) return false;
    move(entering);
    return true;
  }

  private double limit(int variable) {
    return variable < most.length ? most[variable] : Double.POSITIVE_INFINITY;
  }

  private void move(int entering) {
    double direction = atMost[entering] ? -1 : 1;
    double step = limit(entering);
    int leaving = -1;
    boolean leavesAtMost = false;
    for (int i = 0; i < rows; i++) {
      double change = tableau[i][entering] * direction;
      double room;
      boolean up = change < 0;
      if (change > ZERO) room = Math.max(0, level[i]) / change;
      else if (change < -ZERO) room = Math.max(0, limit(basic[i]) - level[i]) / -change;
      else continue;
      if (room < step) {
        step = room;
        leaving = i;
        leavesAtMost = up;
      }
    }
    for (int i = 0; i < rows; i++) level[i] -= tableau[i][entering] * direction * step;
    if (leaving < 0) {
      atMost[entering] = !atMost[entering];
      return;
    }
    double start = atMost[entering] ? limit(entering) : 0;
    int left = basic[leaving];
    atMost[left] = leavesAtMost;
    atMost[entering] = false;
    level[leaving] = start + direction * step;
    basic[leaving] = entering;
    eliminate(leaving, entering);
  }

  private void eliminate(int pivot, int entering) {
    double[] pivotRow = tableau[pivot];
    double inverse = 1 / pivotRow[entering];
    for (int j = 0; j < pivotRow.length; j++) pivotRow[j] *= inverse;
    for (int i = 0; i < rows; i++) {
      double factor = tableau[i][entering];
      if (i == pivot || factor == 0) continue;
      double[] row = tableau[i];
      for (int j = 0; j < row.length; j++) row[j] -= factor * pivotRow[j];
    }
    double factor = gain[entering];
    for (int j = 0; j < gain.length; j++) gain[j] -= factor * pivotRow[j];
  }

  /// The value is computed anew from the duals, so that no rounding of the tableau is in it.
  private void finish(Shape shape, double[] price) {
    int kinds = demand.length;
    Arrays.fill(amount, 0);
    for (int k : shape.kinds()) if (atMost[k]) amount[k] = most[k];
    for (int i = 0; i < rows; i++) {
      if (basic[i] < kinds) amount[basic[i]] = Math.max(0, Math.min(most[basic[i]], level[i]));
    }
    value = 0;
    for (int i = 0; i < rows; i++) {
      dual[i] = Math.max(0, -gain[kinds + i]) / scale[i];
      value += dual[i] * shape.room()[i];
    }
    for (int k : shape.kinds()) value += most[k] * Math.max(0, surplus(k, price));
  }

  /// What a pod pays beyond what its room is worth.
  double surplus(int kind, double[] price) {
    double surplus = price[kind];
    for (int i = 0; i < rows; i++) surplus -= dual[i] * demand[kind][i];
    return surplus;
  }
}
