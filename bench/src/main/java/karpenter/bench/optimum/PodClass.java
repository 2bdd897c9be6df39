package karpenter.bench.optimum;

import java.util.List;

/// Pods that a packing of resources cannot tell apart.
///
/// @param requests in units of [PackingInstance]
record PodClass(int index, List<Long> requests, int count) {}
