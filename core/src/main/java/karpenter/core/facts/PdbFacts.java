package karpenter.core.facts;

import java.util.Optional;
import karpenter.core.pod.LabelSelector;

/// A PodDisruptionBudget.
///
/// @param disruptionsAllowed as its controller last counted
/// @param minAvailable as written: a number or a percentage
/// @param maxUnavailable likewise
/// @param evictsUnhealthy unready pods may always be evicted (`AlwaysAllow`)
/// @param counts empty until its controller has counted
public record PdbFacts(
    Meta meta,
    LabelSelector selector,
    int disruptionsAllowed,
    Optional<String> minAvailable,
    Optional<String> maxUnavailable,
    boolean evictsUnhealthy,
    Optional<Counts> counts) {

  /// Pods, as its controller last counted them.
  ///
  /// @param expected there should be
  /// @param desired must stay healthy
  /// @param healthy are
  public record Counts(int expected, int desired, int healthy) {}

  public PdbFacts(
      Meta meta,
      LabelSelector selector,
      int disruptionsAllowed,
      Optional<String> minAvailable,
      Optional<String> maxUnavailable,
      boolean evictsUnhealthy) {
    this(
        meta,
        selector,
        disruptionsAllowed,
        minAvailable,
        maxUnavailable,
        evictsUnhealthy,
        Optional.empty());
  }

  public String fullName() {
    return meta.namespace() + "/" + meta.name();
  }
}
