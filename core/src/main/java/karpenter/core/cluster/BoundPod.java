package karpenter.core.cluster;

import karpenter.core.pod.Pod;

/// A running pod, for the topology it takes part in.
public record BoundPod(Pod pod, String node) {}
