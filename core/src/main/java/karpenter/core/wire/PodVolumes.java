package karpenter.core.wire;

import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.List;
import java.util.Optional;
import karpenter.core.facts.PodFacts;
import karpenter.core.facts.StorageClassFacts;
import karpenter.core.facts.VolumeClaimFacts;
import karpenter.core.facts.VolumeFacts;
import karpenter.core.pod.PodSpec;

/// What the volumes of pods demand of their nodes (spec 01 §4.16), found out when pods are placed
/// because it changes without the pods changing.
public final class PodVolumes {
  private final VolumeResolver resolver = new VolumeResolver();

  public PodVolumes(
      List<VolumeClaimFacts> claims,
      List<VolumeFacts> volumes,
      List<StorageClassFacts> storageClasses) {
    claims.forEach(
        claim -> resolver.addClaim(VolumeResolver.key(claim.namespace(), claim.name()), claim));
    volumes.forEach(volume -> resolver.addVolume(volume.name(), volume));
    storageClasses.forEach(storageClass -> resolver.addClass(storageClass.name(), storageClass));
  }

  /// @param spec the pod's, with where its volumes can be reached and who attaches them
  /// @param problem why its volumes keep it from being placed; only of pods that wait
  public record Resolved(PodSpec spec, Optional<String> problem) {}

  public Resolved of(PodFacts pod) {
    if (pod.volumes().isEmpty()) {
      return new Resolved(pod.spec(), Optional.empty());
    }
    var problems = new Problems();
    var place = Place.root("spec.volumes", MissingNode.getInstance(), problems);
    var check = pod.node().isEmpty() ? VolumeResolver.Check.PENDING : VolumeResolver.Check.RUNNING;
    var resolution = resolver.resolve(pod.namespace(), pod.volumes(), place, check);
    var sentences = problems.list().stream().map(p -> p.sentence()).toList();
    return new Resolved(
        pod.spec().withVolumes(resolution.alternatives(), resolution.uses()),
        sentences.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", sentences)));
  }
}
