package karpenter.bench.optimum;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// A node and what is on it.
///
/// @param shape index
/// @param pods how many of each class
record Column(int shape, SortedMap<Integer, Integer> pods) {

  static Column of(int shape, int[] counts) {
    var pods = new TreeMap<Integer, Integer>();
    for (int k = 0; k < counts.length; k++) if (counts[k] > 0) pods.put(k, counts[k]);
    return new Column(shape, pods);
  }

  double worth(double[] prices) {
    double sum = 0;
    for (Map.Entry<Integer, Integer> entry : pods.entrySet())
      sum += prices[entry.getKey()] * entry.getValue();
    return sum;
  }
}
