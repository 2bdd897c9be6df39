package karpenter.core.cluster;

import karpenter.core.pod.PodSpec;

/// What a DaemonSet would put on every node that suits it.
public record Daemon(String name, PodSpec spec) {}
