package karpenter.simulator.world;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.Supplier;
import karpenter.core.facts.PodFacts;
import karpenter.core.pod.AffinityTerm;
import karpenter.core.pod.SpreadConstraint;
import karpenter.core.pod.SpreadConstraint.Inclusion;
import karpenter.core.pod.SpreadConstraint.Strength;

/// What pods ask of each other: to be near, apart, or evenly spread. What one pod asks is worked
/// out once, and then held against every node.
///
/// @param crowd all pods on the seats
/// @param namespaceLabels rarely needed
record Topology(
    List<Seat> seats,
    Seat.Crowd crowd,
    Supplier<Map<String, Map<String, String>>> namespaceLabels) {

  /// A domain of a key, such as the zone `a`.
  record Domain(String key, String value) {}

  /// Whether the pod demands nothing, nor do others of it.
  boolean asksNothing(PodFacts pod) {
    var spec = pod.spec();
    return spec.affinity().isEmpty()
        && spec.antiAffinity().isEmpty()
        && spec.spread().isEmpty()
        && !crowd.avoids();
  }

  /// What the pod demands, as things stand now.
  Predicate<Seat> demands(PodFacts pod) {
    var demands = new ArrayList<Predicate<Seat>>();
    for (var term : pod.spec().affinity()) {
      demands.add(near(pod, term));
    }
    var apart = apart(pod);
    if (!apart.isEmpty()) {
      var keys = new TreeSet<String>();
      apart.forEach(domain -> keys.add(domain.key()));
      demands.add(seat -> keys.stream().noneMatch(key -> isIn(seat, key, apart)));
    }
    for (var constraint : pod.spec().spread()) {
      if (constraint.strength() == Strength.DO_NOT_SCHEDULE) {
        demands.add(even(pod, constraint));
      }
    }
    return demands.isEmpty()
        ? _ -> true
        : seat -> demands.stream().allMatch(demand -> demand.test(seat));
  }

  private static boolean isIn(Seat seat, String key, Set<Domain> domains) {
    var value = seat.domain(key);
    return value != null && domains.contains(new Domain(key, value));
  }

  /// The first pod of a group that wants to be near itself may go anywhere.
  private Predicate<Seat> near(PodFacts pod, AffinityTerm term) {
    var domains = new HashSet<String>();
    boolean isNowhere = true;
    for (var seat : seats) {
      var domain = seat.domain(term.topologyKey());
      for (var other : seat.pods()) {
        if (means(pod, term, other)) {
          isNowhere = false;
          if (domain != null) {
            domains.add(domain);
          }
        }
      }
    }
    boolean isFirst = isNowhere && means(pod, term, pod);
    return seat -> {
      var domain = seat.domain(term.topologyKey());
      return domain != null && (isFirst || domains.contains(domain));
    };
  }

  /// Domains with pods this one does not want near, or that do not want it.
  private Set<Domain> apart(PodFacts pod) {
    if (!crowd.avoids() && pod.spec().antiAffinity().isEmpty()) {
      return Set.of();
    }
    var domains = new HashSet<Domain>();
    for (var seat : seats) {
      for (var other : seat.avoiding()) {
        for (var term : other.spec().antiAffinity()) {
          add(domains, seat, term, means(other, term, pod));
        }
      }
      for (var term : pod.spec().antiAffinity()) {
        add(domains, seat, term, seat.pods().stream().anyMatch(other -> means(pod, term, other)));
      }
    }
    return domains;
  }

  private static void add(Set<Domain> domains, Seat seat, AffinityTerm term, boolean isMeant) {
    var value = isMeant ? seat.domain(term.topologyKey()) : null;
    if (value != null) {
      domains.add(new Domain(term.topologyKey(), value));
    }
  }

  boolean means(PodFacts whose, AffinityTerm term, PodFacts other) {
    return term.selector().matches(other.spec().labels())
        && isAmong(whose, term, other.namespace());
  }

  private boolean isAmong(PodFacts whose, AffinityTerm term, String namespace) {
    if (term.namespaces().isEmpty() && term.namespaceSelector().isEmpty()) {
      return whose.namespace().equals(namespace);
    }
    var labels = namespaceLabels.get().getOrDefault(namespace, Map.of());
    return term.namespaces().contains(namespace)
        || term.namespaceSelector().filter(selector -> selector.matches(labels)).isPresent();
  }

  private Predicate<Seat> even(PodFacts pod, SpreadConstraint constraint) {
    var counts = counts(pod, constraint);
    boolean isTooFew = constraint.minDomains().orElse(1) > counts.size();
    int least = isTooFew ? 0 : counts.values().stream().mapToInt(Integer::intValue).min().orElse(0);
    int self = constraint.selector().matches(pod.spec().labels()) ? 1 : 0;
    return seat -> {
      var mine = seat.domain(constraint.topologyKey());
      return mine != null && counts.getOrDefault(mine, 0) + self - least <= constraint.maxSkew();
    };
  }

  private Map<String, Integer> counts(PodFacts pod, SpreadConstraint constraint) {
    var counts = new TreeMap<String, Integer>();
    for (var seat : seats) {
      var domain = seat.domain(constraint.topologyKey());
      if (domain == null || !takesPart(pod, constraint, seat)) {
        continue;
      }
      counts.putIfAbsent(domain, 0);
      for (var there : seat.pods()) {
        if (there.namespace().equals(pod.namespace())
            && !there.isTerminating()
            && constraint.selector().matches(there.spec().labels())) {
          counts.merge(domain, 1, Integer::sum);
        }
      }
    }
    return counts;
  }

  private static boolean takesPart(PodFacts pod, SpreadConstraint constraint, Seat seat) {
    return (constraint.nodeAffinity() == Inclusion.IGNORE || Fit.labels(pod, seat.node()))
        && (constraint.nodeTaints() == Inclusion.IGNORE || Fit.taints(pod, seat.taints()));
  }
}
