package karpenter.core.wire;

import java.util.Optional;
import karpenter.api.RestrictedLabels;
import karpenter.core.requirement.LabelAliases;

/// What a pod's meaning depends on besides the pod.
///
/// @param volumes empty when what the volumes demand is found out later, when the pod is placed
record PodContext(
    RestrictedLabels restricted,
    LabelAliases aliases,
    PodAdmission admission,
    Optional<VolumeResolver> volumes,
    DefaultSpread spread,
    Fellows fellows) {

  static PodContext bare() {
    return new PodContext(
        RestrictedLabels.CORE,
        LabelAliases.STANDARD,
        new PodAdmission(),
        Optional.of(new VolumeResolver()),
        DefaultSpread.NONE,
        new Fellows());
  }

  /// For objects of a live cluster: each is read alone, and an API server has admitted it.
  static PodContext live(WireOptions options) {
    return new PodContext(
        options.restricted(),
        options.aliases(),
        PodAdmission.past(),
        Optional.empty(),
        DefaultSpread.NONE,
        new Fellows());
  }
}
