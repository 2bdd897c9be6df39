package karpenter.core.scheduling;

import java.util.List;
import karpenter.core.cluster.BoundPod;
import karpenter.core.cluster.Daemon;
import karpenter.core.cluster.ExistingNode;
import karpenter.core.cluster.Namespace;
import karpenter.core.cluster.NodePool;
import karpenter.core.device.Devices;
import karpenter.core.pod.Pod;

/// All that is known when pods need a place. The order of the lists does not matter.
public record SchedulingProblem(
    List<NodePool> pools,
    List<ExistingNode> nodes,
    List<Pod> pending,
    List<BoundPod> bound,
    List<Daemon> daemons,
    List<Namespace> namespaces,
    Options options,
    Devices devices) {

  /// A cluster without devices.
  public SchedulingProblem(
      List<NodePool> pools,
      List<ExistingNode> nodes,
      List<Pod> pending,
      List<BoundPod> bound,
      List<Daemon> daemons,
      List<Namespace> namespaces,
      Options options) {
    this(pools, nodes, pending, bound, daemons, namespaces, options, Devices.NONE);
  }

  public SchedulingProblem {
    pools = List.copyOf(pools);
    nodes = List.copyOf(nodes);
    pending = List.copyOf(pending);
    bound = List.copyOf(bound);
    daemons = List.copyOf(daemons);
    namespaces = List.copyOf(namespaces);
  }
}
