package karpenter.core.bound;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import karpenter.core.cluster.NodePool;
import karpenter.core.pod.Pod;
import karpenter.core.pod.PodSpec;
import karpenter.core.pod.Taint;
import karpenter.core.pod.Toleration;
import karpenter.core.pod.Toleration.SoftTaints;
import karpenter.core.requirement.Requirements;
import karpenter.core.resource.Resources;

/// Pods told apart by what they request and which nodes they accept. The answers err on the side of
/// "may use": the bound falls when a pod is thought to have more choice than it has, and stays a
/// bound.
final class Facets {
  /// One bit each. If there are more, sizes are not told apart; if there still are, the rarest
  /// share the last, which is taken to accept every node.
  static final int MAX_FACETS = 64;

  private final List<List<Pod>> pods;
  private final List<Acceptance> acceptances;
  private final double[][] least;
  private final Map<PodSpec, Integer> facetOf = new IdentityHashMap<>();
  private final Map<Requirements, Long> overlaps = new HashMap<>();

  /// What a pod demands of a node's labels and taints, and its requests where sizes are told apart.
  /// Where volumes can be reached is left out, to keep what a verifier must know small.
  private record Acceptance(
      List<Requirements> nodes, List<Toleration> tolerations, ServiceLevel level, Resources size) {
    static Acceptance of(PodSpec spec, ServiceLevel level) {
      return new Acceptance(spec.nodeAlternatives(), spec.tolerations(), level, spec.requests());
    }

    Acceptance ofAnySize() {
      return new Acceptance(nodes, tolerations, level, Resources.none());
    }

    boolean admits(NodePool pool) {
      return tolerates(pool.taints()) && level.admits(pool, tolerations);
    }

    boolean holds(Predicate<Requirements> test) {
      return nodes.stream().anyMatch(test);
    }

    boolean tolerates(List<Taint> taints) {
      return Toleration.firstUntolerated(tolerations, taints, SoftTaints.IGNORED).isEmpty();
    }
  }

  private Facets(List<List<Pod>> pods, List<Acceptance> acceptances, Goods goods) {
    this.pods = pods;
    this.acceptances = acceptances;
    this.least = pods.stream().map(members -> least(members, goods)).toArray(double[][]::new);
    for (int facet = 0; facet < pods.size(); facet++) {
      for (Pod pod : pods.get(facet)) facetOf.put(pod.spec(), facet);
    }
  }

  static Facets of(List<Pod> placed, Goods goods, Function<PodSpec, ServiceLevel> level) {
    Map<Acceptance, List<Pod>> bySize = new LinkedHashMap<>();
    Map<PodSpec, List<Pod>> bySpec = new IdentityHashMap<>();
    for (Pod pod : placed) {
      bySpec
          .computeIfAbsent(
              pod.spec(),
              spec ->
                  bySize.computeIfAbsent(
                      Acceptance.of(spec, level.apply(spec)), _ -> new ArrayList<>()))
          .add(pod);
    }
    var distinct = bySize.size() <= MAX_FACETS ? bySize : ofAnySize(bySize);
    var largestFirst = new ArrayList<>(distinct.entrySet());
    largestFirst.sort((a, b) -> Integer.compare(b.getValue().size(), a.getValue().size()));
    List<List<Pod>> pods = new ArrayList<>();
    List<Acceptance> acceptances = new ArrayList<>();
    boolean someShare = largestFirst.size() > MAX_FACETS;
    int own = someShare ? MAX_FACETS - 1 : largestFirst.size();
    for (var facet : largestFirst.subList(0, own)) {
      acceptances.add(facet.getKey());
      pods.add(facet.getValue());
    }
    if (someShare) {
      List<Pod> rest = new ArrayList<>();
      largestFirst.subList(own, largestFirst.size()).forEach(f -> rest.addAll(f.getValue()));
      pods.add(rest);
    }
    return new Facets(pods, acceptances, goods);
  }

  private static Map<Acceptance, List<Pod>> ofAnySize(Map<Acceptance, List<Pod>> bySize) {
    Map<Acceptance, List<Pod>> merged = new LinkedHashMap<>();
    bySize.forEach(
        (acceptance, pods) ->
            merged.computeIfAbsent(acceptance.ofAnySize(), _ -> new ArrayList<>()).addAll(pods));
    return merged;
  }

  int count() {
    return pods.size();
  }

  List<Pod> pods(int facet) {
    return pods.get(facet);
  }

  long of(List<Pod> some) {
    long mask = 0;
    for (Pod pod : some) {
      Integer facet = facetOf.get(pod.spec());
      if (facet == null) throw new IllegalArgumentException("not a placed pod: " + pod.uid());
      mask |= 1L << facet;
    }
    return mask;
  }

  /// Facets whose smallest demand fits the room.
  long fitting(double[] room) {
    return mask(facet -> Goods.fits(least[facet], room));
  }

  /// Facets that tolerate the taints.
  long tolerating(List<Taint> taints) {
    return mask(facet -> facet >= acceptances.size() || acceptances.get(facet).tolerates(taints));
  }

  /// Facets for which the NodePool may buy a node, as far as taints and service go.
  long admitted(NodePool pool) {
    return mask(facet -> facet >= acceptances.size() || acceptances.get(facet).admits(pool));
  }

  /// Facets that a node described so far by `labels` could still suit.
  long suiting(Requirements labels, Set<String> mayBeUndefined) {
    return accepting(wanted -> labels.satisfies(wanted, mayBeUndefined));
  }

  /// Facets not at odds with `labels`; keys only one side names do not count.
  long overlapping(Requirements labels) {
    return overlaps.computeIfAbsent(labels, l -> accepting(l::intersects));
  }

  private long accepting(Predicate<Requirements> test) {
    return mask(facet -> facet >= acceptances.size() || acceptances.get(facet).holds(test));
  }

  private long mask(IntPredicate test) {
    long mask = 0;
    for (int facet = 0; facet < pods.size(); facet++) if (test.test(facet)) mask |= 1L << facet;
    return mask;
  }

  /// Good by good the smallest request, which may be no single pod's.
  static double[] least(List<Pod> pods, Goods goods) {
    double[] least = new double[goods.count()];
    Arrays.fill(least, Double.POSITIVE_INFINITY);
    PodSpec last = null;
    for (Pod pod : pods) {
      if (pod.spec() == last) continue;
      last = pod.spec();
      double[] wanted = goods.amounts(last.requests());
      for (int i = 0; i < least.length; i++) least[i] = Math.min(least[i], wanted[i]);
    }
    return least;
  }
}
