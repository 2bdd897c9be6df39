package karpenter.core.facts;

import karpenter.core.pod.PodSpec;

/// A DaemonSet, and what its template asks for. What its newest pod asks for counts for more, since
/// admission may have changed it; only the node affinity is the template's.
public record DaemonSetFacts(Meta meta, PodSpec template) {}
