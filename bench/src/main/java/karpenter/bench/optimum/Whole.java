package karpenter.bench.optimum;

/// A packing into whole nodes.
///
/// @param cost of all nodes
record Whole(double cost, int nodes) {}
