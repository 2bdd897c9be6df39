package karpenter.bench.optimum;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The least cost of a tiny instance by trying everything: for each set of pods that are left, each
/// filling of each shape that holds the first of them. Knows nothing of limits.
final class BruteForce {
  private final PackingInstance instance;
  private final Map<List<Integer>, Double> known = new HashMap<>();

  private BruteForce(PackingInstance instance) {
    this.instance = instance;
  }

  static double cost(PackingInstance instance) {
    var left = instance.classes().stream().map(PodClass::count).toList();
    return new BruteForce(instance).cost(left);
  }

  private double cost(List<Integer> left) {
    int first = 0;
    while (first < left.size() && left.get(first) == 0) first++;
    if (first == left.size()) return 0;
    var answer = known.get(left);
    if (answer != null) return answer;
    double least = Double.POSITIVE_INFINITY;
    for (var shape : instance.shapes()) {
      List<int[]> fillings = new ArrayList<>();
      enumerate(shape, left, new int[left.size()], 0, fillings);
      for (var filling : fillings)
        if (filling[first] > 0 && isAllowed(shape, filling))
          least = Math.min(least, shape.cost() + cost(minus(left, filling)));
    }
    known.put(left, least);
    return least;
  }

  private static List<Integer> minus(List<Integer> left, int[] filling) {
    List<Integer> rest = new ArrayList<>();
    for (int k = 0; k < filling.length; k++) rest.add(left.get(k) - filling[k]);
    return rest;
  }

  private void enumerate(
      Shape shape, List<Integer> left, int[] filling, int from, List<int[]> found) {
    if (from == filling.length) {
      found.add(Arrays.copyOf(filling, filling.length));
      return;
    }
    int most = shape.accepted().get(from) ? left.get(from) : 0;
    for (int pods = 0; pods <= most; pods++) {
      filling[from] = pods;
      if (fits(shape, filling)) enumerate(shape, left, filling, from + 1, found);
    }
    filling[from] = 0;
  }

  private boolean fits(Shape shape, int[] filling) {
    for (int r = 0; r < shape.room().size(); r++) {
      long used = 0;
      for (int k = 0; k < filling.length; k++)
        used += filling[k] * instance.classes().get(k).requests().get(r);
      if (used > shape.room().get(r)) return false;
    }
    return true;
  }

  private boolean isAllowed(Shape shape, int[] filling) {
    for (var cap : instance.caps())
      if (cap.classes().stream().map(k -> filling[k]).sum() > cap.perNode()) return false;
    return shape.openers().stream().anyMatch(k -> filling[k] > 0);
  }
}
