package karpenter.core.scheduling;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import karpenter.core.catalog.InstanceType;
import karpenter.core.cluster.Daemon;
import karpenter.core.cluster.ExistingNode;
import karpenter.core.cluster.NodePool;
import karpenter.core.pod.HostPort;
import karpenter.core.pod.Taint;
import karpenter.core.pod.Toleration;
import karpenter.core.pod.Toleration.SoftTaints;
import karpenter.core.requirement.Requirements;
import karpenter.core.requirement.ValueSet;
import karpenter.core.resource.Resources;

/// The daemons that will run on a node, as what they take away from pods.
record DaemonGroup(Resources overhead, List<HostPort> hostPorts) {

  static final DaemonGroup NONE = new DaemonGroup(Resources.none(), List.of());

  /// Daemons may select what only a running node has; by then it will.
  private static final Requirements ONCE_RUNNING =
      Requirements.of("karpenter.sh/registered", ValueSet.in("true"))
          .and("karpenter.sh/initialized", ValueSet.in("true"));

  static DaemonGroup of(
      NodePool pool, InstanceType type, List<Daemon> daemons, Set<String> wellKnown) {
    if (daemons.isEmpty()) return NONE;
    var offered = pool.requirements().and(ONCE_RUNNING);
    return sum(
        daemons.stream()
            .filter(daemon -> tolerates(daemon, pool.taints()))
            .filter(
                daemon ->
                    daemon.spec().nodeAlternatives().stream()
                        .anyMatch(
                            wanted ->
                                offered.satisfies(wanted, wellKnown)
                                    && type.requirements().intersects(wanted)))
            .toList());
  }

  static DaemonGroup of(ExistingNode node, Requirements labels, List<Daemon> daemons) {
    return sum(
        daemons.stream()
            .filter(daemon -> tolerates(daemon, node.taints()))
            .filter(
                daemon ->
                    daemon.spec().nodeAlternatives().stream()
                        .anyMatch(wanted -> labels.satisfies(wanted, Set.of())))
            .toList());
  }

  boolean conflictsWith(List<HostPort> ports) {
    return hostPorts.stream().anyMatch(mine -> ports.stream().anyMatch(mine::conflictsWith));
  }

  private static boolean tolerates(Daemon daemon, List<Taint> taints) {
    return Toleration.firstUntolerated(daemon.spec().tolerations(), taints, SoftTaints.IGNORED)
        .isEmpty();
  }

  private static DaemonGroup sum(List<Daemon> daemons) {
    Resources overhead = Resources.none();
    List<HostPort> ports = new ArrayList<>();
    for (Daemon daemon : daemons) {
      overhead = overhead.plus(daemon.spec().requests());
      ports.addAll(daemon.spec().hostPorts());
    }
    return new DaemonGroup(overhead, List.copyOf(ports));
  }
}
