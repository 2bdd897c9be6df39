package karpenter.core.cluster;

import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import karpenter.core.pod.HostPort;
import karpenter.core.pod.PodSpec;
import karpenter.core.pod.VolumeUse;
import karpenter.core.resource.Resources;

/// What the pods of a node take of it.
///
/// @param requests of all of them
/// @param daemonRequests the part of it that daemons take
public record Tenants(
    Resources requests,
    Resources daemonRequests,
    List<HostPort> hostPorts,
    SortedSet<VolumeUse> volumes) {
  public static final Tenants NONE =
      new Tenants(Resources.none(), Resources.none(), List.of(), Collections.emptySortedSet());

  /// @param others pods that are no daemons
  public static Tenants of(List<PodSpec> daemons, List<PodSpec> others) {
    if (daemons.isEmpty() && others.isEmpty()) {
      return NONE;
    }
    var ofDaemons = requests(daemons);
    var ports = new LinkedHashSet<HostPort>();
    var volumes = new TreeSet<VolumeUse>();
    gather(daemons, ports, volumes);
    gather(others, ports, volumes);
    return new Tenants(
        ofDaemons.plus(requests(others)),
        ofDaemons,
        List.copyOf(ports),
        Collections.unmodifiableSortedSet(volumes));
  }

  /// With pods that are expected here.
  public Tenants and(List<PodSpec> expected) {
    if (expected.isEmpty()) {
      return this;
    }
    var ports = new LinkedHashSet<>(hostPorts);
    var all = new TreeSet<>(volumes);
    gather(expected, ports, all);
    return new Tenants(
        requests.plus(requests(expected)),
        daemonRequests,
        List.copyOf(ports),
        Collections.unmodifiableSortedSet(all));
  }

  private static void gather(List<PodSpec> pods, Set<HostPort> ports, Set<VolumeUse> volumes) {
    for (var pod : pods) {
      ports.addAll(pod.hostPorts());
      volumes.addAll(pod.volumes());
    }
  }

  /// Pods of one workload share their spec, so runs of the same are added at once.
  @SuppressWarnings("ReferenceEquality")
  public static Resources requests(List<PodSpec> pods) {
    var sum = Resources.none();
    for (int i = 0; i < pods.size(); ) {
      var requests = pods.get(i).requests();
      int next = i + 1;
      while (next < pods.size() && pods.get(next).requests() == requests) {
        next++;
      }
      sum = sum.plus(requests.times(next - i));
      i = next;
    }
    return sum;
  }
}
