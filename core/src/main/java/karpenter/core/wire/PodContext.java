package karpenter.core.wire;

import karpenter.api.RestrictedLabels;
import karpenter.core.requirement.LabelAliases;

/// What a pod's meaning depends on besides the pod.
record PodContext(
    RestrictedLabels restricted,
    LabelAliases aliases,
    PodAdmission admission,
    VolumeResolver volumes,
    DefaultSpread spread,
    Fellows fellows) {

  static PodContext bare() {
    return new PodContext(
        RestrictedLabels.CORE,
        LabelAliases.STANDARD,
        new PodAdmission(),
        new VolumeResolver(),
        DefaultSpread.NONE,
        new Fellows());
  }
}
