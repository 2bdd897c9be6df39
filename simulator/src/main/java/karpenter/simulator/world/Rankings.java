package karpenter.simulator.world;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import karpenter.core.pod.HostPort;
import karpenter.core.pod.PodSpec;
import karpenter.core.pod.Toleration;
import karpenter.core.requirement.Requirements;
import karpenter.core.resource.Resources;

/// A ranking of the nodes for all pods that ask the same of a node.
final class Rankings {
  /// Beyond it all are forgotten and made anew, because specs nobody has any more stay in here.
  private static final int MOST = 500;

  private final Map<Asked, Ranking> rankings = new HashMap<>();

  /// Pods of one workload share their spec, so most are found without comparing anything.
  private final IdentityHashMap<PodSpec, Ranking> bySpec = new IdentityHashMap<>();

  /// All of a spec that [Fit] and a node's own mark look at.
  private record Asked(
      Resources requests,
      List<Requirements> nodes,
      List<Toleration> tolerations,
      List<HostPort> ports) {}

  Ranking of(PodSpec spec) {
    var known = bySpec.get(spec);
    if (known != null) {
      return known;
    }
    if (bySpec.size() >= MOST) {
      bySpec.clear();
      rankings.clear();
    }
    var asked =
        new Asked(spec.requests(), spec.nodeAlternatives(), spec.tolerations(), spec.hostPorts());
    var ranking = rankings.computeIfAbsent(asked, _ -> new Ranking(spec.requests()));
    bySpec.put(spec, ranking);
    return ranking;
  }
}
