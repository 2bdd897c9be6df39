package karpenter.core.pod;

import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import karpenter.core.requirement.Requirements;
import karpenter.core.resource.Resources;

/// Everything about a pod that decides where it may run, and nothing else. Pods of one Deployment
/// share one value.
///
/// @param requests effective requests, with `pods: 1`
/// @param nodeAlternatives the node selector joined with each required node-affinity term: one of
///   them must hold; never empty
/// @param volumeAlternatives where the pod's volumes can be reached: one must hold; empty when
///   unconstrained
/// @param isVirtual a capacity-buffer chunk rather than a pod someone created
/// @param deviceClaims the claims for devices that must be met on its node
public record PodSpec(
    String namespace,
    SortedMap<String, String> labels,
    Resources requests,
    List<Requirements> nodeAlternatives,
    List<Preference> preferences,
    List<Toleration> tolerations,
    List<SpreadConstraint> spread,
    List<AffinityTerm> affinity,
    List<AffinityTerm> antiAffinity,
    List<HostPort> hostPorts,
    List<Requirements> volumeAlternatives,
    SortedSet<VolumeUse> volumes,
    int priority,
    boolean isVirtual,
    List<DeviceClaimRef> deviceClaims) {

  /// A pod without devices.
  public PodSpec(
      String namespace,
      SortedMap<String, String> labels,
      Resources requests,
      List<Requirements> nodeAlternatives,
      List<Preference> preferences,
      List<Toleration> tolerations,
      List<SpreadConstraint> spread,
      List<AffinityTerm> affinity,
      List<AffinityTerm> antiAffinity,
      List<HostPort> hostPorts,
      List<Requirements> volumeAlternatives,
      SortedSet<VolumeUse> volumes,
      int priority,
      boolean isVirtual) {
    this(
        namespace,
        labels,
        requests,
        nodeAlternatives,
        preferences,
        tolerations,
        spread,
        affinity,
        antiAffinity,
        hostPorts,
        volumeAlternatives,
        volumes,
        priority,
        isVirtual,
        List.of());
  }

  public PodSpec {
    nodeAlternatives = List.copyOf(nodeAlternatives);
    preferences = List.copyOf(preferences);
    tolerations = List.copyOf(tolerations);
    spread = List.copyOf(spread);
    affinity = List.copyOf(affinity);
    antiAffinity = List.copyOf(antiAffinity);
    hostPorts = List.copyOf(hostPorts);
    volumeAlternatives = List.copyOf(volumeAlternatives);
    deviceClaims = List.copyOf(deviceClaims);
    if (nodeAlternatives.isEmpty()) {
      throw new IllegalArgumentException("a pod without node affinity has one empty alternative");
    }
  }

  public static PodSpecBuilder builder() {
    return new PodSpecBuilder();
  }

  /// The same pod with what its volumes demand.
  public PodSpec withVolumes(List<Requirements> alternatives, SortedSet<VolumeUse> uses) {
    return new PodSpec(
        namespace,
        labels,
        requests,
        nodeAlternatives,
        preferences,
        tolerations,
        spread,
        affinity,
        antiAffinity,
        hostPorts,
        alternatives,
        uses,
        priority,
        isVirtual,
        deviceClaims);
  }

  /// The same pod where other nodes will do.
  public PodSpec withNodeAlternatives(List<Requirements> alternatives) {
    return new PodSpec(
        namespace,
        labels,
        requests,
        alternatives,
        preferences,
        tolerations,
        spread,
        affinity,
        antiAffinity,
        hostPorts,
        volumeAlternatives,
        volumes,
        priority,
        isVirtual,
        deviceClaims);
  }

  /// The same pod, spread in another way.
  public PodSpec withSpread(List<SpreadConstraint> constraints) {
    return new PodSpec(
        namespace,
        labels,
        requests,
        nodeAlternatives,
        preferences,
        tolerations,
        constraints,
        affinity,
        antiAffinity,
        hostPorts,
        volumeAlternatives,
        volumes,
        priority,
        isVirtual,
        deviceClaims);
  }
}
