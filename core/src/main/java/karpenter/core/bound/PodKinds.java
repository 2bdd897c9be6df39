package karpenter.core.bound;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import karpenter.core.pod.Pod;
import karpenter.core.pod.PodSpec;

/// Pods that a node cannot tell apart: the same facet, the same requests, the same exclusive
/// groups. Where there are too many kinds, requests are rounded down to fewer leading bits: smaller
/// pods can only be cheaper.
///
/// @param kinds in the order in which their pods were placed
record PodKinds(List<Kind> kinds) {
  /// Prices are unknowns by kind.
  static final int MAX_KINDS = 160;

  /// Exclusive groups split kinds. As long as there are few, or hardly more for it, that is fine.
  private static final int FEW_KINDS = 64;

  private static final double LITTLE_MORE = 1.2;

  private static final int MOST_BITS = 53;
  private static final int BITS_AT_FIRST = 6;

  /// @param demand of each good, then of each exclusive group's slots
  record Kind(int facet, double[] demand, List<Pod> pods) {
    int count() {
      return pods.size();
    }
  }

  private record Key(int facet, List<Double> demand) {}

  static PodKinds of(Facets facets, List<ExclusiveGroup> groups, Goods goods) {
    int few = of(facets, groups, 1, goods, MOST_BITS).kinds.size();
    double most = Math.min(MAX_KINDS, Math.max(FEW_KINDS, few * LITTLE_MORE));
    int told = groups.size();
    var found = of(facets, groups, told, goods, MOST_BITS);
    while (told > 1 && found.kinds.size() > most) {
      told /= 2;
      found = of(facets, groups, told, goods, MOST_BITS);
    }
    for (int bits = BITS_AT_FIRST; bits > 0 && found.kinds.size() > MAX_KINDS; bits--) {
      found = of(facets, groups, told, goods, bits);
    }
    return found;
  }

  /// @param told how many of the groups are told apart; pods of the others do not exclude each
  ///   other
  private static PodKinds of(
      Facets facets, List<ExclusiveGroup> groups, int told, Goods goods, int bits) {
    Map<PodSpec, List<Integer>> member = new IdentityHashMap<>();
    for (int e = 0; e < Math.min(told, groups.size()); e++) {
      for (Pod pod : groups.get(e).pods()) {
        var mine = member.computeIfAbsent(pod.spec(), _ -> new ArrayList<>());
        if (!mine.contains(e)) mine.add(e);
      }
    }
    return of(facets, groups.size(), goods, member, bits);
  }

  boolean isTooMany() {
    return kinds.size() > MAX_KINDS;
  }

  private static PodKinds of(
      Facets facets, int groups, Goods goods, Map<PodSpec, List<Integer>> member, int bits) {
    Map<Key, Kind> found = new LinkedHashMap<>();
    for (int facet = 0; facet < facets.count(); facet++) {
      Map<PodSpec, Kind> known = new IdentityHashMap<>();
      for (Pod pod : facets.pods(facet)) {
        int number = facet;
        known
            .computeIfAbsent(
                pod.spec(),
                spec -> {
                  double[] demand = demand(spec, groups, goods, member, bits);
                  var key = new Key(number, Arrays.stream(demand).boxed().toList());
                  return found.computeIfAbsent(
                      key, _ -> new Kind(number, demand, new ArrayList<>()));
                })
            .pods()
            .add(pod);
      }
    }
    return new PodKinds(List.copyOf(found.values()));
  }

  private static double[] demand(
      PodSpec spec, int groups, Goods goods, Map<PodSpec, List<Integer>> member, int bits) {
    double[] demand = Arrays.copyOf(goods.amounts(spec.requests()), goods.count() + groups);
    for (int i = 0; i < goods.count(); i++) demand[i] = leading(demand[i], bits);
    for (int e : member.getOrDefault(spec, List.of())) demand[goods.count() + e] = 1;
    return demand;
  }

  private static double leading(double amount, int bits) {
    if (amount <= 0 || bits >= MOST_BITS) return Math.max(0, amount);
    double unit = Math.scalb(1.0, Math.getExponent(amount) + 1 - bits);
    return Math.floor(amount / unit) * unit;
  }
}
