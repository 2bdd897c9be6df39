package karpenter.core.termination;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import karpenter.core.facts.PodFacts;

/// What is left to leave a node, and whose turn it is (spec 02 §3.3).
///
/// @param waiting pods that hold up the drain
/// @param tier whose turn it is; empty when nothing waits but pods past their deadline
/// @param toEvict pods of that tier to be asked to go; those already going are not among them
/// @param toForce pods of whatever tier that the deadline leaves no more time
public record DrainPlan(
    List<PodFacts> waiting,
    Optional<DrainTier> tier,
    List<PodFacts> toEvict,
    List<PodFacts> toForce) {

  private static final Comparator<PodFacts> BY_NAME =
      Comparator.comparing(PodFacts::namespace).thenComparing(PodFacts::name);

  /// @param pods all pods of the node
  /// @param deadline when the node goes whatever its pods do
  public static DrainPlan of(List<PodFacts> pods, Optional<Instant> deadline, Instant now) {
    var waiting =
        pods.stream()
            .filter(pod -> PodPredicates.isWaitingEviction(pod, now))
            .sorted(BY_NAME)
            .toList();
    var byDueness =
        waiting.stream()
            .collect(
                Collectors.partitioningBy(
                    pod -> deadline.isPresent() && ForcedDeletion.isDue(pod, deadline.get(), now)));
    var others = byDueness.getOrDefault(false, List.of());
    var tier = others.stream().map(DrainTier::of).min(Comparator.naturalOrder());
    var toEvict =
        others.stream()
            .filter(pod -> !pod.isTerminating() && DrainTier.of(pod) == tier.orElseThrow())
            .toList();
    return new DrainPlan(waiting, tier, toEvict, byDueness.getOrDefault(true, List.of()));
  }
}
