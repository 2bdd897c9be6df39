package karpenter.core.facts;

import java.util.Optional;
import karpenter.core.pod.LabelSelector;

/// A PodDisruptionBudget.
///
/// @param disruptionsAllowed as its controller last counted
/// @param maxUnavailable as written: a number or a percentage
/// @param evictsUnhealthy unready pods may always be evicted (`AlwaysAllow`)
public record PdbFacts(
    Meta meta,
    LabelSelector selector,
    int disruptionsAllowed,
    Optional<String> minAvailable,
    Optional<String> maxUnavailable,
    boolean evictsUnhealthy) {}
