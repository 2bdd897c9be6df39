package karpenter.bench.check;

import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.function.ToIntFunction;

/// The constraints between pods, and the counts they are tested against as pods are bound one by
/// one.
///
/// Mutable: one replay, one thread.
final class Neighbours {
  private final Domains domains;
  private final TallyBoard matched = new TallyBoard();
  private final TallyBoard repelling = new TallyBoard();
  private final Map<Pod, Wishes> wishes = new IdentityHashMap<>();

  /// The tallies that a pod's constraints read.
  ///
  /// @param declared tallies of pods that repel others, to be raised when this pod is bound
  private record Wishes(
      List<Balance> balances, List<Tally> near, List<Tally> apart, List<Tally> declared) {}

  /// A spread with the counts it reads, over the domains it may reach.
  record Balance(Spread spread, Tally tally, SortedSet<String> domains) {
    int lowest() {
      return lowest(tally::settledIn);
    }

    /// A fresh node can always be bought, so the emptiest host has no pod at all.
    int lowest(ToIntFunction<String> count) {
      var perHost = spread.topologyKey().equals(LabelKeys.HOSTNAME);
      if (perHost || domains.size() < spread.minDomains()) return 0;
      return domains.stream().mapToInt(count).min().orElse(0);
    }
  }

  Neighbours(Scene scene, Domains domains) {
    this(scene, domains, List.of());
  }

  /// @param others pods without a place, about whom questions will come
  Neighbours(Scene scene, Domains domains, Collection<Pod> others) {
    this.domains = domains;
    others.forEach(this::register);
    scene.places().forEach(place -> place.pods().forEach(this::register));
    var staying = scene.workload().boundPods().stream().filter(pod -> !pod.leaving()).toList();
    staying.forEach(this::register);
    for (var pod : staying) scene.hostOf(pod).ifPresent(host -> bind(pod, host));
  }

  private void register(Pod pod) {
    var balances = new ArrayList<Balance>();
    for (var spread : pod.spreads())
      if (!spread.soft())
        balances.add(new Balance(spread, matched.tally(kind(spread)), domains.of(spread)));
    var terms = pod.terms();
    // Kubernetes counts a neighbour only if it matches all of the pod's affinity terms.
    var all = terms.affinity().stream().map(PodTerm::matcher).toList();
    var near =
        terms.affinity().stream().map(t -> matched.tally(kind(t.topologyKey(), all))).toList();
    var apart = new ArrayList<Tally>();
    var declared = new ArrayList<Tally>();
    for (var term : terms.antiAffinity()) {
      var kind = kind(term.topologyKey(), List.of(term.matcher()));
      apart.add(matched.tally(kind));
      declared.add(repelling.tally(kind));
    }
    wishes.put(pod, new Wishes(balances, near, apart, declared));
  }

  static Tally.Kind kind(Spread spread) {
    return new Tally.Kind(
        spread.topologyKey(),
        List.of(spread.matcher()),
        new Tally.PlaceFilter(spread.selection(), spread.tolerations()));
  }

  static Tally.Kind kind(String topologyKey, List<PodTerm.PodMatcher> matchers) {
    return new Tally.Kind(topologyKey, matchers, Tally.PlaceFilter.EVERY_PLACE);
  }

  void bind(Pod pod, Place place) {
    matched.count(pod, place);
    wishesOf(pod).declared().forEach(tally -> tally.add(place));
  }

  /// Whether the pod waits for nobody: it can be bound at any moment as far as its own spread and
  /// affinity go.
  boolean isFree(Pod pod) {
    return wishesOf(pod).balances().isEmpty() && wishesOf(pod).near().isEmpty();
  }

  List<Balance> balances(Pod pod) {
    return wishesOf(pod).balances();
  }

  List<Tally> counting(Pod pod) {
    return matched.counting(pod);
  }

  /// Tallies of pods that the pod must be near.
  List<Tally> attractions(Pod pod) {
    return wishesOf(pod).near();
  }

  /// Tallies of pods that the pod must avoid, or that must avoid it.
  List<Tally> repulsions(Pod pod) {
    var tallies = new ArrayList<>(wishesOf(pod).apart());
    tallies.addAll(repelling.counting(pod));
    return tallies;
  }

  /// What would keep the kube-scheduler from binding the pod here and now.
  Optional<Fault> objection(Pod pod, Place place) {
    for (var balance : wishesOf(pod).balances()) {
      var skewed = skew(pod, place, balance);
      if (skewed.isPresent()) return skewed;
    }
    return lonely(pod, place).or(() -> repelled(pod, place));
  }

  private Wishes wishesOf(Pod pod) {
    var known = wishes.get(pod);
    if (known == null) throw new IllegalStateException("pod " + pod.id() + " was not registered");
    return known;
  }

  private static Optional<Fault> skew(Pod pod, Place place, Balance balance) {
    var spread = balance.spread();
    var here = place.domains(spread.topologyKey());
    if (here.isEmpty())
      return fault(
          Fault.Code.SPREAD,
          pod,
          place,
          "spreads over %s, which is missing there",
          spread.topologyKey());
    var self = spread.matcher().matches(pod) ? 1 : 0;
    var lowest = balance.lowest();
    for (var domain : here) {
      // Pods already on a claim with an open domain will be in the same domain as this one.
      var undecided = here.size() > 1 ? balance.tally().on(place) : 0;
      var count = balance.tally().settledIn(domain) + undecided + self;
      if (count - lowest > spread.maxSkew())
        return fault(
            Fault.Code.SPREAD,
            pod,
            place,
            "would make %d in %s %s where the lowest has %d and maxSkew is %d",
            count,
            spread.topologyKey(),
            domain,
            lowest,
            spread.maxSkew());
    }
    return Optional.empty();
  }

  private Optional<Fault> lonely(Pod pod, Place place) {
    var near = wishesOf(pod).near();
    for (var tally : near)
      if (place.domains(tally.topologyKey()).isEmpty())
        return fault(
            Fault.Code.AFFINITY,
            pod,
            place,
            "needs neighbours by %s, which is missing there",
            tally.topologyKey());
    // The first pod of a group that likes its own kind may go anywhere.
    if (near.isEmpty()
        || near.stream().allMatch(Tally::isEmpty) && near.getFirst().kind().counts(pod))
      return Optional.empty();
    for (var tally : near)
      if (!hasCompany(tally, place))
        return fault(
            Fault.Code.AFFINITY,
            pod,
            place,
            "has no matching pod in %s %s",
            tally.topologyKey(),
            place.domains(tally.topologyKey()));
    return Optional.empty();
  }

  static boolean hasCompany(Tally tally, Place place) {
    return tally.on(place) > 0
        || place.domains(tally.topologyKey()).stream().allMatch(d -> tally.settledIn(d) > 0);
  }

  private Optional<Fault> repelled(Pod pod, Place place) {
    for (var tally : wishesOf(pod).apart())
      if (mayMeet(tally, place))
        return fault(
            Fault.Code.ANTI_AFFINITY,
            pod,
            place,
            "may meet a pod it must avoid in %s",
            tally.topologyKey());
    for (var tally : repelling.counting(pod))
      if (mayMeet(tally, place))
        return fault(
            Fault.Code.ANTI_AFFINITY,
            pod,
            place,
            "may meet a pod that must avoid it in %s",
            tally.topologyKey());
    return Optional.empty();
  }

  private static boolean mayMeet(Tally tally, Place place) {
    return place.domains(tally.topologyKey()).stream().anyMatch(d -> tally.possiblyIn(d) > 0);
  }

  private static Optional<Fault> fault(
      Fault.Code code, Pod pod, Place place, String sentence, Object... details) {
    return Optional.of(
        new Fault(code, pod.id(), "on " + place.name() + " " + sentence.formatted(details)));
  }
}
