package karpenter.core.pod;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import karpenter.core.requirement.Requirements;
import karpenter.core.resource.Resources;

/// Builds a [PodSpec]; what is not said is what Kubernetes takes when a manifest is silent.
public final class PodSpecBuilder {
  private String namespace = "default";
  private final TreeMap<String, String> labels = new TreeMap<>();
  private Resources requests = Resources.none();
  private List<Requirements> nodeAlternatives = List.of(Requirements.none());
  private final List<Preference> preferences = new ArrayList<>();
  private final List<Toleration> tolerations = new ArrayList<>();
  private final List<SpreadConstraint> spread = new ArrayList<>();
  private final List<AffinityTerm> affinity = new ArrayList<>();
  private final List<AffinityTerm> antiAffinity = new ArrayList<>();
  private final List<HostPort> hostPorts = new ArrayList<>();
  private List<Requirements> volumeAlternatives = List.of();
  private final TreeSet<VolumeUse> volumes = new TreeSet<>();
  private int priority;
  private boolean isVirtual;
  private final List<DeviceClaimRef> deviceClaims = new ArrayList<>();

  PodSpecBuilder() {}

  public PodSpecBuilder namespace(String name) {
    namespace = name;
    return this;
  }

  public PodSpecBuilder labels(Map<String, String> more) {
    labels.putAll(more);
    return this;
  }

  public PodSpecBuilder requests(Resources amounts) {
    requests = amounts;
    return this;
  }

  public PodSpecBuilder nodeAlternatives(List<Requirements> alternatives) {
    nodeAlternatives = alternatives;
    return this;
  }

  public PodSpecBuilder prefer(Preference preference) {
    preferences.add(preference);
    return this;
  }

  public PodSpecBuilder tolerate(Toleration toleration) {
    tolerations.add(toleration);
    return this;
  }

  public PodSpecBuilder spread(SpreadConstraint constraint) {
    spread.add(constraint);
    return this;
  }

  public PodSpecBuilder near(AffinityTerm term) {
    affinity.add(term);
    return this;
  }

  public PodSpecBuilder awayFrom(AffinityTerm term) {
    antiAffinity.add(term);
    return this;
  }

  public PodSpecBuilder hostPort(HostPort port) {
    hostPorts.add(port);
    return this;
  }

  public PodSpecBuilder volumeAlternatives(List<Requirements> alternatives) {
    volumeAlternatives = alternatives;
    return this;
  }

  public PodSpecBuilder volumes(SortedSet<VolumeUse> uses) {
    volumes.addAll(uses);
    return this;
  }

  public PodSpecBuilder priority(int value) {
    priority = value;
    return this;
  }

  public PodSpecBuilder claim(DeviceClaimRef claim) {
    deviceClaims.add(claim);
    return this;
  }

  public PodSpecBuilder virtual() {
    isVirtual = true;
    return this;
  }

  /// Every pod takes one slot of its node, said or not.
  public PodSpec build() {
    var counted = requests.has(Resources.PODS) ? requests : requests.with(Resources.PODS, 1);
    return new PodSpec(
        namespace,
        Collections.unmodifiableSortedMap(new TreeMap<>(labels)),
        counted,
        nodeAlternatives,
        preferences,
        tolerations,
        spread,
        affinity,
        antiAffinity,
        hostPorts,
        volumeAlternatives,
        Collections.unmodifiableSortedSet(new TreeSet<>(volumes)),
        priority,
        isVirtual,
        deviceClaims);
  }
}
