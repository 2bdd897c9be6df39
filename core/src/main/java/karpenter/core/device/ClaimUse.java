package karpenter.core.device;

/// A claim that a pod uses.
///
/// @param isShared whether other pods that name it mean the same devices; if not, each pod has a
///   claim like this of its own
public record ClaimUse(DeviceClaim claim, boolean isShared) {}
