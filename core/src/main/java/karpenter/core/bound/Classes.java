package karpenter.core.bound;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import karpenter.core.pod.Pod;
import karpenter.core.pod.PodSpec;

/// Pods by what they can use: those with the same choice among all offers pay the same prices.
///
/// @param classOf the class of each facet
record Classes(List<PodClass> members, int[] classOf) {
  /// Prices are unknowns per class and good. Smaller classes share the last.
  static final int MAX_CLASSES = 32;

  /// @param demand the sum of the requests, by good
  record PodClass(List<Pod> pods, double[] demand) {}

  static Classes of(Facets facets, List<Offer> offers, Goods goods) {
    int[] classOf = new int[facets.count()];
    offers.stream().mapToLong(Offer::users).distinct().forEach(users -> refine(classOf, users));
    List<List<Integer>> largestFirst = new ArrayList<>();
    Map<Integer, List<Integer>> byClass = new TreeMap<>();
    for (int facet = 0; facet < classOf.length; facet++) {
      byClass.computeIfAbsent(classOf[facet], _ -> new ArrayList<>()).add(facet);
    }
    largestFirst.addAll(byClass.values());
    largestFirst.sort(
        Comparator.comparingInt((List<Integer> f) -> -size(f, facets))
            .thenComparingInt(List::getFirst));
    return number(largestFirst, facets, goods);
  }

  /// Tells apart facets that `users` tells apart.
  private static void refine(int[] classOf, long users) {
    Map<Integer, Integer> split = new HashMap<>();
    int next = 0;
    for (int facet = 0; facet < classOf.length; facet++) {
      int key = 2 * classOf[facet] + (int) (users >>> facet & 1);
      Integer known = split.putIfAbsent(key, next);
      classOf[facet] = known == null ? next++ : known;
    }
  }

  private static Classes number(List<List<Integer>> ordered, Facets facets, Goods goods) {
    int count = Math.min(MAX_CLASSES, ordered.size());
    int[] classOf = new int[facets.count()];
    List<List<Pod>> pods = new ArrayList<>();
    for (int i = 0; i < count; i++) pods.add(new ArrayList<>());
    for (int i = 0; i < ordered.size(); i++) {
      int number = Math.min(i, count - 1);
      for (int facet : ordered.get(i)) {
        classOf[facet] = number;
        pods.get(number).addAll(facets.pods(facet));
      }
    }
    var members = pods.stream().map(p -> new PodClass(p, demand(p, goods))).toList();
    return new Classes(members, classOf);
  }

  private static int size(List<Integer> some, Facets facets) {
    return some.stream().mapToInt(facet -> facets.pods(facet).size()).sum();
  }

  private static double[] demand(List<Pod> pods, Goods goods) {
    double[] demand = new double[goods.count()];
    PodSpec last = null;
    double[] wanted = demand;
    for (Pod pod : pods) {
      if (pod.spec() != last) wanted = goods.amounts(pod.spec().requests());
      last = pod.spec();
      for (int i = 0; i < demand.length; i++) demand[i] += wanted[i];
    }
    return demand;
  }

  int count() {
    return members.size();
  }

  /// Offers told by class who can use them; of equals only the cheapest stays.
  List<Offer> cheapest(List<Offer> offers) {
    Map<Object, Offer> cheapest = new HashMap<>();
    for (Offer offer : offers) {
      var retold = offer.usedBy(users(offer));
      cheapest.merge(retold.shape(), retold, (a, b) -> a.price() <= b.price() ? a : b);
    }
    return cheapest.values().stream().sorted(Offer.ORDER).toList();
  }

  /// Offers there is only one of each, told by class who can use them and added up.
  List<Offer> together(List<Offer> offers) {
    Map<Long, Offer> sums = new TreeMap<>();
    for (Offer offer : offers) {
      var retold = offer.usedBy(users(offer));
      sums.merge(retold.users(), retold, Offer::and);
    }
    return List.copyOf(sums.values());
  }

  /// The classes of which some facet can use it.
  long users(Offer offer) {
    long users = 0;
    for (int facet = 0; facet < classOf.length; facet++) {
      if ((offer.users() >>> facet & 1) != 0) users |= 1L << classOf[facet];
    }
    return users;
  }
}
