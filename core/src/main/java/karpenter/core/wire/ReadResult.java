package karpenter.core.wire;

import java.util.List;
import karpenter.core.scheduling.SchedulingProblem;

/// Everything that could be understood, everything that could not, and what was set aside.
///
/// @param problem the objects without a problem; those with one are left out
/// @param problems in the order of the input
/// @param notes sentences on what was understood but plays no part, such as kinds that are not ours
public record ReadResult(
    SchedulingProblem problem, List<SourcedProblem> problems, List<String> notes) {

  public ReadResult {
    problems = List.copyOf(problems);
    notes = List.copyOf(notes);
  }
}
