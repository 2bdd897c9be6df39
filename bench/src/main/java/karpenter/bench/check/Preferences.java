package karpenter.bench.check;

import java.util.List;

/// Adds up the preferences that hold once every pod is where it belongs.
///
/// A preference counts when it is certain: on a claim it must hold for every type and zone it may
/// get. A pod is no neighbour of itself.
final class Preferences {
  private final TallyBoard board = new TallyBoard();
  private final Domains domains;
  private long weight;
  private int softSpreadsMet;

  record Met(long weight, int softSpreadsMet) {}

  private Preferences(Scene scene) {
    this.domains = new Domains(scene);
  }

  static Met met(Scene scene) {
    var preferences = new Preferences(scene);
    scene.places().flatMap(place -> place.pods().stream()).forEach(preferences::register);
    for (var pod : scene.workload().boundPods())
      if (!pod.leaving()) scene.hostOf(pod).ifPresent(host -> preferences.board.count(pod, host));
    scene
        .places()
        .forEach(place -> place.pods().forEach(pod -> preferences.board.count(pod, place)));
    scene.places().forEach(place -> place.pods().forEach(pod -> preferences.add(pod, place)));
    return new Met(preferences.weight, preferences.softSpreadsMet);
  }

  private void register(Pod pod) {
    pod.terms().preferredAffinity().forEach(preferred -> tally(preferred.term()));
    pod.terms().preferredAntiAffinity().forEach(preferred -> tally(preferred.term()));
    pod.spreads().stream().filter(Spread::soft).forEach(s -> board.tally(Neighbours.kind(s)));
  }

  private Tally tally(PodTerm term) {
    return board.tally(Neighbours.kind(term.topologyKey(), List.of(term.matcher())));
  }

  private void add(Pod pod, Place place) {
    for (var preferred : pod.preferredNodes())
      if (!preferred.wish().keys().isEmpty() && place.surelyMeets(List.of(preferred.wish())))
        weight += preferred.weight();
    for (var preferred : pod.terms().preferredAffinity())
      if (hasCompany(pod, place, preferred.term())) weight += preferred.weight();
    for (var preferred : pod.terms().preferredAntiAffinity())
      if (isAlone(pod, place, preferred.term())) weight += preferred.weight();
    for (var spread : pod.spreads())
      if (spread.soft() && isBalanced(place, spread)) softSpreadsMet++;
  }

  private boolean hasCompany(Pod pod, Place place, PodTerm term) {
    var tally = tally(term);
    var self = term.matcher().matches(pod) ? 1 : 0;
    var here = place.domains(term.topologyKey());
    if (tally.on(place) > self) return true;
    var counted = here.size() == 1 ? self : 0; // an open place is settled nowhere, nor is the pod
    return !here.isEmpty() && here.stream().allMatch(d -> tally.settledIn(d) > counted);
  }

  private boolean isAlone(Pod pod, Place place, PodTerm term) {
    var tally = tally(term);
    var self = term.matcher().matches(pod) ? 1 : 0;
    return place.domains(term.topologyKey()).stream().allMatch(d -> tally.possiblyIn(d) <= self);
  }

  private boolean isBalanced(Place place, Spread spread) {
    var here = place.domains(spread.topologyKey());
    if (here.size() != 1) return false;
    var tally = board.tally(Neighbours.kind(spread));
    var lowest = new Neighbours.Balance(spread, tally, domains.of(spread)).lowest();
    return tally.settledIn(here.first()) - lowest <= spread.maxSkew();
  }
}
