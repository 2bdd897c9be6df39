package karpenter.simulator.trace;

import java.util.Arrays;

/// How long pods waited, in milliseconds.
final class Waits {
  private int[] millis = new int[1024];
  private int count;

  void add(long nanos) {
    if (count == millis.length) {
      millis = Arrays.copyOf(millis, 2 * count);
    }
    millis[count++] = (int) Math.min(Integer.MAX_VALUE, nanos / 1_000_000);
  }

  Percentiles percentiles() {
    var sorted = Arrays.copyOf(millis, count);
    Arrays.sort(sorted);
    return new Percentiles(count, at(sorted, 50), at(sorted, 90), at(sorted, 99), at(sorted, 100));
  }

  /// The least that so many of a hundred do not exceed.
  private static double at(int[] sorted, int percent) {
    int rank = Math.max(1, Math.ceilDiv(sorted.length * percent, 100));
    return sorted.length == 0 ? 0 : sorted[rank - 1] / 1000.0;
  }
}
