package karpenter.core.bound;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import karpenter.core.pod.PodSpec;
import karpenter.core.resource.Resources;

/// The resources that have a price: those some pod asks for, in the units prices are stated in
/// (cores, bytes, pieces).
record Goods(List<String> names) {
  private static final double MILLIS = 1000;

  static Goods of(Collection<PodSpec> specs) {
    Set<Resources> seen = new HashSet<>();
    Set<String> names = new TreeSet<>();
    for (PodSpec spec : specs) {
      if (!seen.add(spec.requests())) continue;
      for (String name : spec.requests().names()) {
        if (spec.requests().get(name) > 0) names.add(name);
      }
    }
    return new Goods(List.copyOf(names));
  }

  int count() {
    return names.size();
  }

  double[] amounts(Resources resources) {
    double[] amounts = new double[names.size()];
    for (int i = 0; i < amounts.length; i++) {
      String name = names.get(i);
      long amount = resources.get(name);
      amounts[i] = name.equals(Resources.CPU) ? amount / MILLIS : amount;
    }
    return amounts;
  }

  static boolean fits(double[] wanted, double[] room) {
    for (int i = 0; i < wanted.length; i++) if (wanted[i] > room[i]) return false;
    return true;
  }

  static double[] less(double[] room, double[] taken) {
    double[] left = room.clone();
    for (int i = 0; i < taken.length; i++) left[i] = Math.max(0, left[i] - taken[i]);
    return left;
  }
}
