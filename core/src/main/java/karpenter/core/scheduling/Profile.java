package karpenter.core.scheduling;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/// One way to satisfy a class of pods: an [Ask], and the topology that goes with it.
record Profile(
    Ask ask,
    HostLimit[] hostLimits,
    HostAffinity[] hostAffinities,
    KeyConstraint[] keys,
    boolean impossible) {

  /// Pods of a group must be on the host; `self` tells whether the pod is one of them.
  record HostAffinity(CountGroup group, boolean self) {}

  /// All constraints of a profile on one topology key other than the hostname.
  record KeyConstraint(
      KeySpace space, Spread[] spreads, Affinity[] affinities, CountGroup[] antiAffinities) {

    boolean choosesOne() {
      return spreads.length > 0 || affinities.length > 0;
    }

    /// The domains every constraint allows now, or null when one cannot hold anywhere.
    ///
    /// @param pending pods that will be wherever the candidate turns out to be
    long @Nullable [] allowed(Map<CountGroup, Integer> pending) {
      long[] allowed = Bits.all(Math.max(1, space.size()));
      for (Spread spread : spreads) {
        if (!spread.restrict(allowed, pending.getOrDefault(spread.group(), 0))) return null;
      }
      for (Affinity affinity : affinities) {
        if (!pending.containsKey(affinity.group())) affinity.restrict(allowed);
      }
      for (CountGroup group : antiAffinities) {
        for (int w = 0; w < allowed.length; w++) {
          allowed[w] &= ~group.positive[w] & ~group.blocked[w];
        }
      }
      return allowed;
    }

    /// Whether pods pending on a draft bear on this constraint.
    boolean concerns(Map<CountGroup, Integer> pending) {
      for (Spread spread : spreads) if (pending.containsKey(spread.group())) return true;
      for (Affinity affinity : affinities) if (pending.containsKey(affinity.group())) return true;
      return false;
    }

    /// How crowded a domain is for the choice among those allowed.
    int crowding(int domain) {
      int sum = 0;
      for (Spread spread : spreads) sum += spread.group().counts[domain];
      return sum;
    }
  }

  /// @param eligible the domains whose least count is the floor
  record Spread(CountGroup group, int maxSkew, int minDomains, int self, long[] eligible) {

    boolean restrict(long[] allowed, int pending) {
      int[] counts = group.counts;
      int floor = Integer.MAX_VALUE;
      int domains = 0;
      for (int d = Bits.first(eligible); d >= 0; d = Bits.next(eligible, d + 1)) {
        floor = Math.min(floor, counts[d]);
        domains++;
      }
      if (domains == 0) return false;
      if (domains < minDomains) floor = 0;
      for (int d = Bits.first(allowed); d >= 0; d = Bits.next(allowed, d + 1)) {
        if (d < counts.length && counts[d] + pending + self - floor > maxSkew)
          Bits.clear(allowed, d);
      }
      return true;
    }
  }

  /// @param reachable the domains the pod's own requirements allow
  record Affinity(CountGroup group, boolean self, long[] reachable) {

    void restrict(long[] allowed) {
      if (self && isFirst()) return;
      Bits.and(allowed, group.positive);
    }

    /// Nobody to be near yet: the pod may found a domain, for others to follow.
    private boolean isFirst() {
      for (int w = 0; w < reachable.length; w++) {
        if ((reachable[w] & group.positive[w]) != 0) return false;
      }
      return true;
    }
  }
}
