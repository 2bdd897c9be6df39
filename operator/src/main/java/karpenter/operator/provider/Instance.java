package karpenter.operator.provider;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import karpenter.core.resource.Resources;

/// A machine a provider has launched for us.
///
/// @param claimUid the claim it was launched for, where the provider can tell
/// @param labels resolved: instance type, zone, capacity type, arch, os and the provider's own
/// @param created when it was launched
/// @param isTerminating it is on its way out
public record Instance(
    String providerId,
    Optional<String> claimUid,
    Optional<String> imageId,
    SortedMap<String, String> labels,
    Map<String, String> annotations,
    Resources capacity,
    Resources allocatable,
    Instant created,
    boolean isTerminating) {}
