package karpenter.core.testkit.cases;

import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.function.Consumer;
import karpenter.core.pod.AffinityTerm;
import karpenter.core.pod.HostPort;
import karpenter.core.pod.PodSpec;
import karpenter.core.pod.Preference;
import karpenter.core.pod.SpreadConstraint;
import karpenter.core.pod.Toleration;
import karpenter.core.pod.VolumeUse;
import karpenter.core.requirement.Requirements;
import karpenter.core.resource.Resources;

/// A spec taken apart so that a test can change one field of it.
final class SpecEdit {
  String namespace;
  SortedMap<String, String> labels;
  Resources requests;
  List<Requirements> nodeAlternatives;
  List<Preference> preferences;
  List<Toleration> tolerations;
  List<SpreadConstraint> spread;
  List<AffinityTerm> affinity;
  List<AffinityTerm> antiAffinity;
  List<HostPort> hostPorts;
  List<Requirements> volumeAlternatives;
  SortedSet<VolumeUse> volumes;
  int priority;
  boolean isVirtual;

  private SpecEdit(PodSpec spec) {
    namespace = spec.namespace();
    labels = spec.labels();
    requests = spec.requests();
    nodeAlternatives = spec.nodeAlternatives();
    preferences = spec.preferences();
    tolerations = spec.tolerations();
    spread = spec.spread();
    affinity = spec.affinity();
    antiAffinity = spec.antiAffinity();
    hostPorts = spec.hostPorts();
    volumeAlternatives = spec.volumeAlternatives();
    volumes = spec.volumes();
    priority = spec.priority();
    isVirtual = spec.isVirtual();
  }

  static PodSpec of(PodSpec spec, Consumer<SpecEdit> change) {
    var edit = new SpecEdit(spec);
    change.accept(edit);
    return new PodSpec(
        edit.namespace,
        edit.labels,
        edit.requests,
        edit.nodeAlternatives,
        edit.preferences,
        edit.tolerations,
        edit.spread,
        edit.affinity,
        edit.antiAffinity,
        edit.hostPorts,
        edit.volumeAlternatives,
        edit.volumes,
        edit.priority,
        edit.isVirtual);
  }
}
