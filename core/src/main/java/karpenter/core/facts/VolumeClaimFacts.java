package karpenter.core.facts;

import java.util.Optional;

/// A PersistentVolumeClaim, as far as it decides where a pod can run.
///
/// @param volume the volume it is bound to, or promised
/// @param storageClass empty text where the claim asks for no class on purpose
public record VolumeClaimFacts(
    String namespace,
    String name,
    boolean isDeleting,
    boolean isLost,
    boolean bindingIsCompleted,
    Optional<String> volume,
    Optional<String> storageClass) {}
