package karpenter.core.explain;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeSet;
import karpenter.core.pod.AffinityTerm;
import karpenter.core.pod.HostPort;
import karpenter.core.pod.PodSpec;
import karpenter.core.pod.SpreadConstraint;
import karpenter.core.pod.Toleration;
import karpenter.core.pod.VolumeUse;
import karpenter.core.requirement.Requirements;
import karpenter.core.resource.Resources;

/// A pod spec being changed in one respect. Used once, then built.
final class SpecEdit {
  private final PodSpec from;
  Resources requests;
  final List<Requirements> nodeAlternatives;
  final List<Toleration> tolerations;
  final List<SpreadConstraint> spread;
  final List<AffinityTerm> affinity;
  final List<AffinityTerm> antiAffinity;
  final List<HostPort> hostPorts;
  final List<Requirements> volumeAlternatives;
  final TreeSet<VolumeUse> volumes;

  SpecEdit(PodSpec from) {
    this.from = from;
    this.requests = from.requests();
    this.nodeAlternatives = new ArrayList<>(from.nodeAlternatives());
    this.tolerations = new ArrayList<>(from.tolerations());
    this.spread = new ArrayList<>(from.spread());
    this.affinity = new ArrayList<>(from.affinity());
    this.antiAffinity = new ArrayList<>(from.antiAffinity());
    this.hostPorts = new ArrayList<>(from.hostPorts());
    this.volumeAlternatives = new ArrayList<>(from.volumeAlternatives());
    this.volumes = new TreeSet<>(from.volumes());
  }

  PodSpec build() {
    return new PodSpec(
        from.namespace(),
        from.labels(),
        requests,
        nodeAlternatives,
        from.preferences(),
        tolerations,
        spread,
        affinity,
        antiAffinity,
        hostPorts,
        volumeAlternatives,
        Collections.unmodifiableSortedSet(volumes),
        from.priority(),
        from.isVirtual(),
        from.deviceClaims());
  }
}
