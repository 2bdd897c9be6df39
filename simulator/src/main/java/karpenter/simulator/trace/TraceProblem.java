package karpenter.simulator.trace;

import karpenter.api.Problem;

/// Something in a trace that cannot be played.
///
/// @param line counted from one; zero for the file as a whole
public record TraceProblem(int line, Problem problem) {}
