package karpenter.core.lifecycle;

import java.util.Map;
import java.util.Optional;
import karpenter.core.resource.Resources;

/// What a cloud launched for a claim.
///
/// @param labels resolved: instance type, zone, capacity type and the provider's own
public record Machine(
    String providerId,
    Optional<String> imageId,
    Map<String, String> labels,
    Map<String, String> annotations,
    Resources capacity,
    Resources allocatable) {}
