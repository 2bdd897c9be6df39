package karpenter.core.termination;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import karpenter.core.facts.AttachmentFacts;
import karpenter.core.facts.PodFacts;

/// Whether a drained node's volumes have left it (spec 02 §3.2). We never detach any ourselves.
public sealed interface VolumeWait {
  /// The reason of the claim's `VolumesDetached` condition meanwhile.
  String AWAITING = "AwaitingVolumeDetachment";

  /// The reason of that condition when we gave up.
  String ELAPSED = "TerminationGracePeriodElapsed";

  record Detached() implements VolumeWait {}

  /// @param attachments by name
  record Awaiting(List<String> attachments) implements VolumeWait {}

  /// The deadline has passed; the machine goes with them attached.
  record GivenUp(List<String> attachments) implements VolumeWait {}

  /// @param attachments all there are
  /// @param pods all pods of the node
  /// @param volumeOf the PersistentVolume of a claim, by namespace and name
  static VolumeWait of(
      String node,
      List<AttachmentFacts> attachments,
      List<PodFacts> pods,
      BiFunction<String, String, Optional<String>> volumeOf,
      Optional<Instant> deadline,
      Instant now) {
    var held = heldVolumes(pods, volumeOf, now);
    var blocking =
        attachments.stream()
            .filter(attachment -> attachment.node().equals(node))
            .filter(attachment -> attachment.volume().filter(v -> !held.contains(v)).isPresent())
            .map(attachment -> attachment.meta().name())
            .sorted(Comparator.naturalOrder())
            .toList();
    if (blocking.isEmpty()) {
      return new Detached();
    }
    boolean isLate = deadline.map(end -> !now.isBefore(end)).orElse(false);
    return isLate ? new GivenUp(blocking) : new Awaiting(blocking);
  }

  /// Volumes of pods that stay until the machine goes: they will not be detached before.
  private static Set<String> heldVolumes(
      List<PodFacts> pods, BiFunction<String, String, Optional<String>> volumeOf, Instant now) {
    var held = new TreeSet<String>();
    for (var pod : pods) {
      if (!PodPredicates.isDrainable(pod, now)) {
        pod.volumes().forEach(v -> volumeOf.apply(pod.namespace(), v.claim()).ifPresent(held::add));
      }
    }
    return held;
  }
}
