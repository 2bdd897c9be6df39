package karpenter.bench.check;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Foresees which pods would be in the way of others if they were bound now.
///
/// A pod tips a spread it does not own but counts in, as long as owners of that spread are still to
/// come in the same domain. It may go ahead if those owners will fit all the same once every domain
/// has the pods it gets in the end.
///
/// Mutable: one replay, one thread.
final class Tipping {
  private final Neighbours neighbours;
  private final Map<Tally, Outlook> outlooks = new IdentityHashMap<>();
  private final Map<Pod, List<Outlook>> tipped = new IdentityHashMap<>();

  /// One spread and what is still to come.
  ///
  /// @param counts pods per domain in the end
  /// @param owners pods per domain that own the spread and are to come
  /// @param countedOwners those of them that count in it themselves
  private record Outlook(
      Neighbours.Balance balance,
      Map<String, Integer> counts,
      Map<String, Integer> owners,
      Map<String, Integer> countedOwners) {

    boolean isAwaited(Place place) {
      return owners.getOrDefault(domain(place), 0) > 0;
    }

    boolean hasRoom(Place place) {
      var count = balance.tally().settledIn(domain(place));
      return count + countedOwners.getOrDefault(domain(place), 0) < limit();
    }

    /// Among hosts none is: a fresh one is always emptier.
    boolean isLowest(Place place) {
      return !balance.tally().topologyKey().equals(LabelKeys.HOSTNAME)
          && balance.tally().settledIn(domain(place)) <= balance.lowest();
    }

    private int limit() {
      return balance.lowest(domain -> counts.getOrDefault(domain, 0)) + balance.spread().maxSkew();
    }

    private String domain(Place place) {
      return place.domains(balance.tally().topologyKey()).first();
    }
  }

  Tipping(Scene scene, Neighbours neighbours) {
    this.neighbours = neighbours;
    scene.places().forEach(place -> place.pods().forEach(pod -> expect(pod, place, 1)));
    for (var outlook : outlooks.values())
      outlook
          .balance()
          .domains()
          .forEach(d -> outlook.counts().put(d, outlook.balance().tally().settledIn(d)));
    scene.places().forEach(place -> place.pods().forEach(pod -> foresee(pod, place)));
  }

  private void foresee(Pod pod, Place place) {
    for (var tally : neighbours.counting(pod)) {
      var outlook = outlooks.get(tally);
      if (outlook != null)
        tally.settles(place).ifPresent(d -> outlook.counts().merge(d, 1, Integer::sum));
    }
  }

  private void expect(Pod pod, Place place, int pods) {
    for (var balance : neighbours.balances(pod)) {
      var outlook =
          outlooks.computeIfAbsent(
              balance.tally(),
              _ -> new Outlook(balance, new HashMap<>(), new HashMap<>(), new HashMap<>()));
      for (var domain : place.domains(balance.tally().topologyKey())) {
        outlook.owners().merge(domain, pods, Integer::sum);
        if (balance.spread().matcher().matches(pod))
          outlook.countedOwners().merge(domain, pods, Integer::sum);
      }
    }
  }

  void bound(Pod pod, Place place) {
    expect(pod, place, -1);
  }

  boolean isHarmless(Pod pod, Place place) {
    for (var outlook : tipped(pod, place))
      if (outlook.isAwaited(place) && !outlook.hasRoom(place)) return false;
    return true;
  }

  /// Whether binding the pod now would lift the lowest count of every spread it tips.
  boolean isHelpful(Pod pod, Place place) {
    for (var outlook : tipped(pod, place))
      if (outlook.isAwaited(place) && !outlook.isLowest(place)) return false;
    return true;
  }

  /// The domains in which binding the pod would count, for spreads that still await owners there.
  List<Map.Entry<Tally, String>> tippedDomains(Pod pod, Place place) {
    return tipped(pod, place).stream()
        .filter(outlook -> outlook.isAwaited(place))
        .map(outlook -> Map.entry(outlook.balance().tally(), outlook.domain(place)))
        .toList();
  }

  private List<Outlook> tipped(Pod pod, Place place) {
    return tipped.computeIfAbsent(pod, _ -> searchTipped(pod, place));
  }

  private List<Outlook> searchTipped(Pod pod, Place place) {
    var own = neighbours.balances(pod).stream().map(Neighbours.Balance::tally).toList();
    return neighbours.counting(pod).stream()
        .filter(tally -> !own.contains(tally) && tally.settles(place).isPresent())
        .flatMap(tally -> Stream.ofNullable(outlooks.get(tally)))
        .toList();
  }
}
