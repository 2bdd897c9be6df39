package karpenter.core.scheduling;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import karpenter.core.scheduling.Refusal.AffinityUnmet;
import karpenter.core.scheduling.Refusal.AntiAffinity;
import karpenter.core.scheduling.Refusal.AntiAffinity.Side;
import karpenter.core.scheduling.Refusal.NoCommonDomain;
import karpenter.core.scheduling.Refusal.SpreadViolated;
import karpenter.core.scheduling.Refusal.SpreadWithoutDomain;
import karpenter.core.scheduling.Refusal.TopologyKeyMissing;

/// Says which spread, affinity and anti-affinity constraints stand in a pod's way
/// (docs/scheduling.md, section 4).
final class TraceTopology {
  private final TraceSeats seats;
  private final Set<CountGroup> theirs = Collections.newSetFromMap(new IdentityHashMap<>());

  TraceTopology(Run run) {
    this.seats = new TraceSeats(run);
    theirs.addAll(run.batch.inverse.all());
  }

  /// The host's own counts. A fresh host has none, and -1 for an index.
  List<Refusal> onHost(TraceWay way, int candidate, String name) {
    List<Refusal> refusals = new ArrayList<>();
    for (var rule : way.hostRules()) {
      int count = countAt(rule.group(), candidate);
      if (count <= rule.allowed()) continue;
      var key = rule.group().key;
      refusals.add(
          switch (rule.kind()) {
            case SPREAD ->
                new SpreadViolated(
                    key.topologyKey(),
                    key.selector(),
                    rule.maxSkew(),
                    0,
                    new TreeMap<>(Map.of(name, count)));
            case OURS -> onHost(rule.group(), Side.OURS, candidate);
            case THEIRS -> onHost(rule.group(), Side.THEIRS, candidate);
          });
    }
    for (var affinity : way.profile().hostAffinities()) {
      boolean mayFound = affinity.self() && !affinity.group().anywhere();
      if (!mayFound && countAt(affinity.group(), candidate) == 0) {
        var key = affinity.group().key;
        refusals.add(new AffinityUnmet(key.topologyKey(), key.selector()));
      }
    }
    return refusals;
  }

  private AntiAffinity onHost(CountGroup group, Side side, int candidate) {
    return new AntiAffinity(
        group.key.topologyKey(), group.key.selector(), side, seats.onHost(group, side, candidate));
  }

  private static int countAt(CountGroup group, int candidate) {
    return candidate < 0 || candidate >= group.counts.length ? 0 : group.counts[candidate];
  }

  List<Refusal> onNode(Profile profile, NodeSlot slot) {
    List<Refusal> refusals = new ArrayList<>();
    for (var constraint : profile.keys()) {
      KeySpace space = constraint.space();
      String value = slot.node.labels().get(space.key);
      if (value == null) {
        if (constraint.choosesOne()) refusals.add(new TopologyKeyMissing(space.key));
        refusals.addAll(withoutDomain(constraint));
      } else {
        long[] here = Bits.none(Math.max(1, space.size()));
        Bits.set(here, space.idOf(value));
        refusals.addAll(inDomains(constraint, here, Map.of()));
      }
    }
    return refusals;
  }

  /// The constraints that cannot hold anywhere, so that even a candidate they do not touch is lost.
  List<Refusal> withoutDomain(Profile.KeyConstraint constraint) {
    List<Refusal> refusals = new ArrayList<>();
    for (var spread : constraint.spreads()) {
      if (Bits.isEmpty(spread.eligible())) {
        var key = spread.group().key;
        refusals.add(new SpreadWithoutDomain(key.topologyKey(), key.selector()));
      }
    }
    return refusals;
  }

  /// Why none of `domains` will do; empty if one will.
  ///
  /// @param pending pods that will be wherever the candidate turns out to be
  List<Refusal> inDomains(
      Profile.KeyConstraint constraint, long[] domains, Map<CountGroup, Integer> pending) {
    long[] anywhere = constraint.allowed(Map.of());
    long[] allowed = anywhere == null ? null : constraint.allowed(pending);
    if (allowed != null && meet(domains, allowed)) return List.of();
    List<Refusal> refusals = new ArrayList<>(withoutDomain(constraint));
    KeySpace space = constraint.space();
    if (Bits.isEmpty(domains)) {
      if (refusals.isEmpty()) refusals.add(new NoCommonDomain(space.key));
      return refusals;
    }
    for (var spread : constraint.spreads()) {
      int here = pending.getOrDefault(spread.group(), 0);
      long[] left = all(space);
      if (spread.restrict(left, here) && !meet(domains, left)) {
        refusals.add(violated(spread, space, domains, here));
      }
    }
    for (var affinity : constraint.affinities()) {
      long[] left = all(space);
      if (!pending.containsKey(affinity.group())) affinity.restrict(left);
      if (!meet(domains, left)) {
        refusals.add(new AffinityUnmet(space.key, affinity.group().key.selector()));
      }
    }
    for (CountGroup group : constraint.antiAffinities()) {
      long[] left = all(space);
      for (int w = 0; w < left.length; w++) left[w] &= ~group.positive[w] & ~group.blocked[w];
      if (!meet(domains, left)) {
        Side side = theirs.contains(group) ? Side.THEIRS : Side.OURS;
        refusals.add(
            new AntiAffinity(
                space.key, group.key.selector(), side, seats.in(group, space, side, domains)));
      }
    }
    if (refusals.isEmpty()) refusals.add(new NoCommonDomain(space.key));
    return distinct(refusals);
  }

  private static SpreadViolated violated(
      Profile.Spread spread, KeySpace space, long[] domains, int pending) {
    int[] counts = spread.group().counts;
    int floor = Integer.MAX_VALUE;
    int eligible = 0;
    for (int d = Bits.first(spread.eligible()); d >= 0; d = Bits.next(spread.eligible(), d + 1)) {
      floor = Math.min(floor, counts[d]);
      eligible++;
    }
    if (eligible < spread.minDomains()) floor = 0;
    SortedMap<String, Integer> byName = new TreeMap<>();
    for (int d = Bits.first(domains); d >= 0 && d < space.size(); d = Bits.next(domains, d + 1)) {
      byName.put(space.values.get(d), counts[d] + pending);
    }
    var key = spread.group().key;
    return new SpreadViolated(key.topologyKey(), key.selector(), spread.maxSkew(), floor, byName);
  }

  private static long[] all(KeySpace space) {
    return Bits.all(Math.max(1, space.size()));
  }

  private static boolean meet(long[] left, long[] right) {
    for (int w = 0; w < Math.min(left.length, right.length); w++) {
      if ((left[w] & right[w]) != 0) return true;
    }
    return false;
  }

  static List<Refusal> distinct(Collection<Refusal> refusals) {
    return refusals.stream().distinct().toList();
  }
}
