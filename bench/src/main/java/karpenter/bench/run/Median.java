package karpenter.bench.run;

import java.util.Collection;

/// The middle value, or the mean of the two in the middle.
public final class Median {
  private Median() {}

  public static double of(Collection<Double> values) {
    var sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    if (sorted.length == 0) {
      throw new IllegalArgumentException("nothing was measured");
    }
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
