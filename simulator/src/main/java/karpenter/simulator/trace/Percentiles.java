package karpenter.simulator.trace;

/// Seconds that so many waits lasted.
public record Percentiles(int count, double p50, double p90, double p99, double max) {}
