package karpenter.core.bound;

import java.util.Arrays;

/// A linear program that learns its constraints one by one: maximise `gain · x` over `x ≥ 0` and
/// the cuts `a · x ≤ b` seen so far, with `b ≥ 0`.
///
/// Dual simplex on a dense tableau. The start has every unknown that gains at [#START], which is
/// the best there is before any cut; each cut makes the point a little worse. There are at most as
/// many rows as unknowns: a cut that is slack is forgotten, and whoever makes the cuts will find it
/// again if it comes to matter. Ties go to the smaller number, so the path is one and the same for
/// one input. Mutable; rounding errors are the caller's to repair.
final class CuttingPlanes {
  /// Far beyond any share an unknown can have in the end.
  static final double START = 1000;

  /// A cut costs a few pivots; more than this is a cycle that rounding has made.
  static final int MAX_PIVOTS_PER_CUT = 500;

  private static final double ZERO = 1e-12;
  private static final double SMALLEST_PIVOT = 1e-9;
  private static final double SLACK = 1e-10;

  private final int unknowns;
  private final double[] cost;
  private final int[] column;
  private int[] basic;
  private double[] value;
  private double[][] row;
  private int rows;
  private int named;
  private long work;

  CuttingPlanes(double[] gain) {
    this(gain, START);
  }

  /// @param start no unknown will be more
  CuttingPlanes(double[] gain, double start) {
    unknowns = gain.length;
    cost = new double[unknowns];
    column = new int[unknowns];
    basic = new int[unknowns + 1];
    value = new double[unknowns + 1];
    row = new double[unknowns + 1][unknowns];
    named = unknowns;
    for (int j = 0; j < unknowns; j++) {
      cost[j] = Math.abs(gain[j]);
      column[j] = gain[j] > 0 ? named++ : j;
      if (gain[j] > 0) {
        basic[rows] = j;
        value[rows] = start;
        row[rows++][j] = 1;
      }
    }
  }

  /// Multiplications so far, about.
  long work() {
    return work;
  }

  double[] solution() {
    double[] x = new double[unknowns];
    for (int i = 0; i < rows; i++) if (basic[i] < unknowns) x[basic[i]] = Math.max(0, value[i]);
    return x;
  }

  /// Adds `a · x ≤ b` and finds the new best point.
  ///
  /// @return whether it was found; if not, the point is still somewhere near
  boolean cut(double[] a, double b) {
    double largest = 0;
    for (double coefficient : a) largest = Math.max(largest, Math.abs(coefficient));
    if (largest == 0) return true;
    // In parts of b, so that what counts as zero is relative to what the cut allows.
    addRow(a, b, b > 0 ? b : largest);
    boolean found = settle();
    forgetSlackCuts();
    return found;
  }

  private void addRow(double[] a, double b, double scale) {
    double[] fresh = row[rows];
    Arrays.fill(fresh, 0);
    double left = b;
    for (int k = 0; k < unknowns; k++) if (column[k] < unknowns) fresh[k] = a[column[k]];
    for (int i = 0; i < rows; i++) {
      double coefficient = a[basic[i]];
      if (coefficient == 0) continue;
      left -= coefficient * value[i];
      for (int k = 0; k < unknowns; k++) fresh[k] -= coefficient * row[i][k];
    }
    for (int k = 0; k < unknowns; k++) fresh[k] /= scale;
    value[rows] = left / scale;
    basic[rows++] = named++;
  }

  private boolean settle() {
    for (int pivots = 0; pivots < MAX_PIVOTS_PER_CUT; pivots++) {
      int leaving = mostNegative();
      if (leaving < 0) return true;
      int entering = cheapest(leaving);
      // The origin meets every cut, so only rounding can leave nothing to enter.
      if (entering < 0) return false;
      pivot(leaving, entering);
    }
    return false;
  }

  private int mostNegative() {
    int found = -1;
    for (int i = 0; i < rows; i++) {
      if (value[i] >= -ZERO) continue;
      boolean isWorse =
          found < 0
              || value[i] < value[found]
              || (value[i] == value[found] && basic[i] < basic[found]);
      if (isWorse) found = i;
    }
    return found;
  }

  /// Of the unknowns that cost least, or hardly more, the one with the largest coefficient:
  /// dividing by small ones is what spoils a tableau.
  private int cheapest(int leaving) {
    double least = Double.POSITIVE_INFINITY;
    for (int k = 0; k < unknowns; k++) {
      double coefficient = -row[leaving][k];
      if (coefficient > SMALLEST_PIVOT) least = Math.min(least, (cost[k] + SLACK) / coefficient);
    }
    int found = -1;
    for (int k = 0; k < unknowns; k++) {
      double coefficient = -row[leaving][k];
      if (coefficient <= SMALLEST_PIVOT || cost[k] > least * coefficient) continue;
      boolean isBetter =
          found < 0
              || coefficient > -row[leaving][found]
              || (coefficient == -row[leaving][found] && column[k] < column[found]);
      if (isBetter) found = k;
    }
    return found;
  }

  private void pivot(int leaving, int entering) {
    work += (long) rows * unknowns;
    double[] pivotRow = row[leaving];
    double inverse = 1 / pivotRow[entering];
    for (int k = 0; k < unknowns; k++) pivotRow[k] *= inverse;
    pivotRow[entering] = inverse;
    value[leaving] *= inverse;
    for (int i = 0; i < rows; i++) {
      double factor = row[i][entering];
      if (i == leaving || factor == 0) continue;
      for (int k = 0; k < unknowns; k++) row[i][k] -= factor * pivotRow[k];
      row[i][entering] = -factor * inverse;
      value[i] -= factor * value[leaving];
    }
    double factor = cost[entering];
    for (int k = 0; k < unknowns; k++) {
      cost[k] = Math.max(0, cost[k] - factor * pivotRow[k]);
    }
    cost[entering] = Math.max(0, -factor * inverse);
    int left = basic[leaving];
    basic[leaving] = column[entering];
    column[entering] = left;
  }

  private void forgetSlackCuts() {
    int kept = 0;
    for (int i = 0; i < rows; i++) {
      if (basic[i] >= unknowns) continue;
      basic[kept] = basic[i];
      value[kept] = value[i];
      double[] swap = row[kept];
      row[kept++] = row[i];
      row[i] = swap;
    }
    rows = kept;
  }
}
