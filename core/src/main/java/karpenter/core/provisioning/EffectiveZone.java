package karpenter.core.provisioning;

import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import karpenter.core.pod.PodSpec;
import karpenter.core.requirement.Requirements;

/// The zone a waiting pod ends up in, as far as it says so itself (spec 01 §4.23).
public final class EffectiveZone {
  private static final String ZONE = "topology.kubernetes.io/zone";
  public static final String FLEXIBLE = "flexible";
  public static final String NONE = "none";

  private EffectiveZone() {}

  public static String of(PodSpec spec) {
    var asked = zones(spec.nodeAlternatives());
    var reachable = zones(spec.volumeAlternatives());
    if (asked.isEmpty() && reachable.isEmpty()) {
      return FLEXIBLE;
    }
    var left = new TreeSet<>(asked.or(() -> reachable).orElseThrow());
    reachable.ifPresent(left::retainAll);
    return switch (left.size()) {
      case 0 -> NONE;
      case 1 -> left.first();
      default -> FLEXIBLE;
    };
  }

  /// Those of all alternatives; empty where one of them names none.
  private static Optional<SortedSet<String>> zones(List<Requirements> alternatives) {
    var zones = new TreeSet<String>();
    for (var alternative : alternatives) {
      var named = alternative.get(ZONE).finiteValues();
      if (!alternative.has(ZONE) || named.isEmpty()) {
        return Optional.empty();
      }
      zones.addAll(named.get());
    }
    return alternatives.isEmpty() ? Optional.empty() : Optional.of(zones);
  }
}
