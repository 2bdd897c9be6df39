package karpenter.core.scheduling;

/// Decides where pods go and which nodes to buy for them (docs/scheduling.md).
public final class Scheduler {
  private Scheduler() {}

  public static Placement solve(SchedulingProblem problem) {
    var catalogue =
        CompiledCatalogue.compile(problem.pools(), problem.daemons(), problem.options());
    return solve(catalogue, problem);
  }

  /// @param catalogue compiled from the pools and daemons of `problem`
  public static Placement solve(CompiledCatalogue catalogue, SchedulingProblem problem) {
    return new PackingSearch(catalogue, problem).best();
  }
}
