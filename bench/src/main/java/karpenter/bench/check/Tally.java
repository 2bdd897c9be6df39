package karpenter.bench.check;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Counts pods of one kind per domain of one topology key.
///
/// Mutable, and only ever touched by the board that owns it and that board's thread.
final class Tally {
  private final Kind kind;
  private final Map<String, Integer> settled = new HashMap<>();
  private final Map<String, Integer> possible = new HashMap<>();
  private final Map<Place, Integer> here = new IdentityHashMap<>();
  private final Map<Place, Boolean> admitted = new IdentityHashMap<>();

  /// What is counted: pods that all the matchers select, on places that pass the filter.
  record Kind(String topologyKey, List<PodTerm.PodMatcher> matchers, PlaceFilter filter) {
    boolean counts(Pod pod) {
      return matchers.stream().allMatch(matcher -> matcher.matches(pod));
    }
  }

  /// Which places take part; a claim does if some node it may become would.
  record PlaceFilter(
      Optional<NodeSelection> selection, Optional<List<Taint.Toleration>> tolerations) {
    static final PlaceFilter EVERY_PLACE = new PlaceFilter(Optional.empty(), Optional.empty());

    boolean admits(Place place) {
      return selection.stream().allMatch(s -> place.mayMeet(s.alternatives()))
          && tolerations.stream()
              .allMatch(t -> Taint.firstUntolerated(place.taints(), t).isEmpty());
    }
  }

  Tally(Kind kind) {
    this.kind = kind;
  }

  Kind kind() {
    return kind;
  }

  String topologyKey() {
    return kind.topologyKey();
  }

  /// A place without the key is in no domain, so nothing there counts.
  void add(Place place) {
    var domains = place.domains(topologyKey());
    if (domains.isEmpty() || !admits(place)) return;
    here.merge(place, 1, Integer::sum);
    domains.forEach(domain -> possible.merge(domain, 1, Integer::sum));
    settles(place).ifPresent(domain -> settled.merge(domain, 1, Integer::sum));
  }

  /// The one domain in which pods of this place count, if it is certain.
  Optional<String> settles(Place place) {
    var domains = place.domains(topologyKey());
    return domains.size() == 1 && admits(place) ? Optional.of(domains.first()) : Optional.empty();
  }

  private boolean admits(Place place) {
    return admitted.computeIfAbsent(place, kind.filter()::admits);
  }

  /// Pods that are in this domain for certain.
  int settledIn(String domain) {
    return settled.getOrDefault(domain, 0);
  }

  /// Pods that are or may come to be in this domain.
  int possiblyIn(String domain) {
    return possible.getOrDefault(domain, 0);
  }

  /// Pods on this very place, which share its domain whatever that will be.
  int on(Place place) {
    return here.getOrDefault(place, 0);
  }

  boolean countsOnNewNodes() {
    return here.keySet().stream().anyMatch(NewNode.class::isInstance);
  }

  boolean countsOnUndecidedNodes() {
    return here.keySet().stream()
        .anyMatch(place -> place instanceof NewNode node && !node.isDecided(topologyKey()));
  }

  boolean isEmpty() {
    return here.isEmpty();
  }
}
