package karpenter.simulator.trace;

import java.util.List;

/// What could be read of a trace, and what could not.
public record TraceRead(Trace trace, List<TraceProblem> problems) {
  public TraceRead {
    problems = List.copyOf(problems);
  }
}
