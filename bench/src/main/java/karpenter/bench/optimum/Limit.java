package karpenter.bench.optimum;

/// A limit of a NodePool on one resource.
record Limit(String pool, String resource, long amount) {}
