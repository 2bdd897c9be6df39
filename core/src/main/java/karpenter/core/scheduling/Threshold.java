package karpenter.core.scheduling;

import java.util.Arrays;

/// For one resource: which rows have at least a given amount, answered by one binary search.
final class Threshold {
  /// Distinct amounts, ascending.
  private final long[] amounts;

  /// `atLeast[i]`: the rows with `amounts[i]` or more.
  private final long[][] atLeast;

  private final long[] nobody;
  private final long[] amountOfRow;

  Threshold(long[] amountOfRow) {
    this.amountOfRow = amountOfRow;
    int rows = amountOfRow.length;
    amounts = Arrays.stream(amountOfRow).sorted().distinct().toArray();
    atLeast = new long[amounts.length][];
    nobody = Bits.none(rows);
    Integer[] byAmount = new Integer[rows];
    for (int i = 0; i < rows; i++) byAmount[i] = i;
    Arrays.sort(byAmount, (a, b) -> Long.compare(amountOfRow[b], amountOfRow[a]));
    long[] members = Bits.none(rows);
    int next = 0;
    for (int i = amounts.length - 1; i >= 0; i--) {
      while (next < rows && amountOfRow[byAmount[next]] >= amounts[i]) {
        Bits.set(members, byAmount[next++]);
      }
      atLeast[i] = members.clone();
    }
  }

  long[] atLeast(long amount) {
    int low = 0;
    int high = amounts.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (amounts[middle] < amount) low = middle + 1;
      else high = middle;
    }
    return low == amounts.length ? nobody : atLeast[low];
  }

  /// The largest amount any of `rows` has; they must not be empty.
  long largest(long[] rows) {
    int low = 0;
    int high = amounts.length - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (meets(atLeast[middle], rows)) low = middle;
      else high = middle - 1;
    }
    return amounts[low];
  }

  long amount(int row) {
    return amountOfRow[row];
  }

  /// The largest amount of any row.
  long max() {
    return amounts[amounts.length - 1];
  }

  private static boolean meets(long[] left, long[] right) {
    for (int w = 0; w < left.length; w++) if ((left[w] & right[w]) != 0) return true;
    return false;
  }
}
