package karpenter.core.cluster;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import karpenter.core.pod.HostPort;
import karpenter.core.pod.Taint;
import karpenter.core.pod.VolumeUse;
import karpenter.core.requirement.Requirements;
import karpenter.core.resource.Resources;

/// A node that is there or on its way, as scheduling sees it.
///
/// @param labels include `kubernetes.io/hostname`, equal to `hostname`
/// @param taints those that count: known ephemeral and startup taints are left out while they
///   should be
/// @param podRequests the sum over all bound pods, daemons included
/// @param daemonRequests the part of it that daemons take
/// @param pool the pool whose limits this node counts against
/// @param volumeLimits how many volumes each CSI driver can attach here
/// @param undecided what labels may become that it does not have yet: a machine that is not
///   launched may still come in one of several zones. A pod goes there only if it is content with
///   all of them
public record ExistingNode(
    String name,
    String hostname,
    SortedMap<String, String> labels,
    List<Taint> taints,
    Resources capacity,
    Resources allocatable,
    Resources podRequests,
    Resources daemonRequests,
    Optional<String> pool,
    boolean initialized,
    List<HostPort> hostPorts,
    SortedSet<VolumeUse> volumes,
    Map<String, Integer> volumeLimits,
    Requirements undecided) {

  /// A node whose labels are known.
  public ExistingNode(
      String name,
      String hostname,
      SortedMap<String, String> labels,
      List<Taint> taints,
      Resources capacity,
      Resources allocatable,
      Resources podRequests,
      Resources daemonRequests,
      Optional<String> pool,
      boolean initialized,
      List<HostPort> hostPorts,
      SortedSet<VolumeUse> volumes,
      Map<String, Integer> volumeLimits) {
    this(
        name,
        hostname,
        labels,
        taints,
        capacity,
        allocatable,
        podRequests,
        daemonRequests,
        pool,
        initialized,
        hostPorts,
        volumes,
        volumeLimits,
        Requirements.none());
  }

  public ExistingNode {
    taints = List.copyOf(taints);
    hostPorts = List.copyOf(hostPorts);
    volumeLimits = Map.copyOf(volumeLimits);
  }

  /// With these pods instead of those it has.
  public ExistingNode with(Tenants tenants) {
    return new ExistingNode(
        name,
        hostname,
        labels,
        taints,
        capacity,
        allocatable,
        tenants.requests(),
        tenants.daemonRequests(),
        pool,
        initialized,
        tenants.hostPorts(),
        tenants.volumes(),
        volumeLimits,
        undecided);
  }

  /// Its labels as they are and as they may become.
  public Requirements requirements() {
    return Requirements.ofLabels(labels).and(undecided);
  }
}
