package karpenter.operator.provisioning;

import karpenter.core.facts.PodFacts;
import karpenter.core.pod.PodSpec;
import karpenter.core.wire.PodVolumes;
import karpenter.operator.state.ClusterSnapshot;
import karpenter.operator.state.Kind;
import org.jspecify.annotations.Nullable;

/// What pods' volumes mean in one snapshot. Most pods have none, so nothing is looked up before one
/// has.
final class Volumes {
  private final ClusterSnapshot snapshot;
  private @Nullable PodVolumes found;

  Volumes(ClusterSnapshot snapshot) {
    this.snapshot = snapshot;
  }

  PodSpec spec(PodFacts pod) {
    return pod.volumes().isEmpty() ? pod.spec() : resolved(pod).spec();
  }

  PodVolumes.Resolved resolved(PodFacts pod) {
    var volumes = found;
    if (volumes == null) {
      volumes =
          new PodVolumes(
              snapshot.all(Kind.VOLUME_CLAIMS),
              snapshot.all(Kind.VOLUMES),
              snapshot.all(Kind.STORAGE_CLASSES));
      found = volumes;
    }
    return volumes.of(pod);
  }
}
