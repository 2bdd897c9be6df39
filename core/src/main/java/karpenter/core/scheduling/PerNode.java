package karpenter.core.scheduling;

/// How many pods of a class one node takes at most, as far as their own topology goes.
final class PerNode {
  private PerNode() {}

  /// @param count how many there are: an even spread gives a node no more than its zone's part
  static int of(PodClass podClass, Profile profile, int count) {
    int most = Math.min(count, byHost(podClass, profile));
    for (var constraint : profile.keys()) {
      for (var spread : constraint.spreads()) {
        int domains = Bits.count(spread.eligible());
        if (spread.self() > 0 && domains > 0) most = Math.min(most, Math.ceilDiv(count, domains));
      }
      for (CountGroup group : podClass.owned) {
        for (CountGroup away : constraint.antiAffinities()) if (away == group) most = 1;
      }
    }
    return Math.max(1, most);
  }

  /// As [#of], by hostname only.
  static int byHost(PodClass podClass, Profile profile) {
    int most = Integer.MAX_VALUE;
    for (HostLimit limit : profile.hostLimits()) {
      if (concerns(podClass.counted, limit) || concerns(podClass.owned, limit)) {
        most = Math.min(most, limit.allowed + 1);
      }
    }
    return Math.max(1, most);
  }

  private static boolean concerns(CountGroup[] groups, HostLimit limit) {
    for (CountGroup group : groups) if (group.has(limit)) return true;
    return false;
  }
}
