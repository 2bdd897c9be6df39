package karpenter.bench.run;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;

/// One solve: what it took and what it decided.
///
/// @param solveSeconds from understood pods and catalogue to the finished placement
/// @param setupSeconds topology, scheduler and catalogue compilation, spent before the solve
/// @param boundSeconds proving the lower bound, which is no part of a placement; zero if none is
///   given
/// @param allocatedBytes allocated during the solve alone
/// @param peakRssBytes the process's peak so far; zero where the system does not tell
/// @param peakHeapBytes the most the garbage-collected heap held so far; zero on upstream's side
@JsonIgnoreProperties(ignoreUnknown = true)
public record Iteration(
    double solveSeconds,
    double setupSeconds,
    double boundSeconds,
    long allocatedBytes,
    long peakRssBytes,
    long peakHeapBytes,
    Placement placement) {}
