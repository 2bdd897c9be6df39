package karpenter.simulator.world;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import karpenter.core.facts.PodFacts;
import karpenter.core.pod.AffinityTerm;
import karpenter.core.pod.SpreadConstraint;
import karpenter.core.pod.SpreadConstraint.Inclusion;
import karpenter.core.pod.SpreadConstraint.Strength;

/// What pods ask of each other: to be near, apart, or evenly spread.
record Topology(
    List<Seat> seats, List<Seat> avoiding, Map<String, Map<String, String>> namespaceLabels) {

  static Topology of(Collection<Seat> seats, Map<String, Map<String, String>> namespaceLabels) {
    var avoiding = new ArrayList<Seat>();
    for (var seat : seats) {
      if (!seat.avoiding().isEmpty()) {
        avoiding.add(seat);
      }
    }
    return new Topology(List.copyOf(seats), avoiding, namespaceLabels);
  }

  /// A pod has been put there.
  void placed(PodFacts pod, Seat seat) {
    if (!pod.spec().antiAffinity().isEmpty() && !avoiding.contains(seat)) {
      avoiding.add(seat);
    }
  }

  boolean allows(PodFacts pod, Seat seat) {
    return pod.spec().affinity().stream().allMatch(term -> isNear(pod, term, seat))
        && pod.spec().antiAffinity().stream().noneMatch(term -> isMet(pod, term, seat))
        && !isUnwelcome(pod, seat)
        && pod.spec().spread().stream()
            .filter(constraint -> constraint.strength() == Strength.DO_NOT_SCHEDULE)
            .allMatch(constraint -> isEven(pod, constraint, seat));
  }

  /// The first pod of a group that wants to be near itself may go anywhere.
  private boolean isNear(PodFacts pod, AffinityTerm term, Seat seat) {
    if (domain(seat, term.topologyKey()).isEmpty()) {
      return false;
    }
    if (isMet(pod, term, seat)) {
      return true;
    }
    boolean isNowhere =
        seats.stream()
            .flatMap(other -> other.pods().stream())
            .noneMatch(other -> means(pod, term, other));
    return isNowhere && means(pod, term, pod);
  }

  private boolean isMet(PodFacts pod, AffinityTerm term, Seat seat) {
    var domain = domain(seat, term.topologyKey());
    return domain.isPresent()
        && seats.stream()
            .filter(other -> domain(other, term.topologyKey()).equals(domain))
            .flatMap(other -> other.pods().stream())
            .anyMatch(other -> means(pod, term, other));
  }

  /// A pod that is there already does not want this one in its domain.
  private boolean isUnwelcome(PodFacts pod, Seat seat) {
    for (var other : avoiding) {
      for (var there : other.avoiding()) {
        for (var term : there.spec().antiAffinity()) {
          var domain = domain(seat, term.topologyKey());
          if (domain.isPresent()
              && domain.equals(domain(other, term.topologyKey()))
              && means(there, term, pod)) {
            return true;
          }
        }
      }
    }
    return false;
  }

  private boolean means(PodFacts whose, AffinityTerm term, PodFacts other) {
    return term.selector().matches(other.spec().labels())
        && isAmong(whose, term, other.namespace());
  }

  private boolean isAmong(PodFacts whose, AffinityTerm term, String namespace) {
    if (term.namespaces().isEmpty() && term.namespaceSelector().isEmpty()) {
      return whose.namespace().equals(namespace);
    }
    var labels = namespaceLabels.getOrDefault(namespace, Map.of());
    return term.namespaces().contains(namespace)
        || term.namespaceSelector().filter(selector -> selector.matches(labels)).isPresent();
  }

  private boolean isEven(PodFacts pod, SpreadConstraint constraint, Seat seat) {
    var mine = domain(seat, constraint.topologyKey());
    if (mine.isEmpty()) {
      return false;
    }
    var counts = counts(pod, constraint);
    int least = counts.values().stream().mapToInt(Integer::intValue).min().orElse(0);
    if (constraint.minDomains().orElse(1) > counts.size()) {
      least = 0;
    }
    int self = constraint.selector().matches(pod.spec().labels()) ? 1 : 0;
    return counts.getOrDefault(mine.get(), 0) + self - least <= constraint.maxSkew();
  }

  private Map<String, Integer> counts(PodFacts pod, SpreadConstraint constraint) {
    var counts = new TreeMap<String, Integer>();
    for (var seat : seats) {
      var domain = domain(seat, constraint.topologyKey());
      if (domain.isEmpty() || !takesPart(pod, constraint, seat)) {
        continue;
      }
      counts.putIfAbsent(domain.get(), 0);
      for (var there : seat.pods()) {
        if (there.namespace().equals(pod.namespace())
            && !there.isTerminating()
            && constraint.selector().matches(there.spec().labels())) {
          counts.merge(domain.get(), 1, Integer::sum);
        }
      }
    }
    return counts;
  }

  private static boolean takesPart(PodFacts pod, SpreadConstraint constraint, Seat seat) {
    return (constraint.nodeAffinity() == Inclusion.IGNORE || Fit.labels(pod, seat.node()))
        && (constraint.nodeTaints() == Inclusion.IGNORE || Fit.taints(pod, seat.taints()));
  }

  private static Optional<String> domain(Seat seat, String key) {
    return Optional.ofNullable(seat.node().meta().labels().get(key));
  }
}
