package karpenter.core.explain;

import java.util.ArrayList;
import java.util.List;
import karpenter.core.explain.PodExplanation.PoolAnswer;
import karpenter.core.pod.Pod;
import karpenter.core.scheduling.CompiledCatalogue;
import karpenter.core.scheduling.Placement;
import karpenter.core.scheduling.SchedulingProblem;
import karpenter.core.scheduling.Trace;
import karpenter.core.scheduling.Trace.Candidate;
import karpenter.core.scheduling.Trace.Verdict;
import karpenter.core.scheduling.Tracer;

/// Answers questions about one placement. Making one costs about as much as one packing; each
/// explanation of a pod as much as the changes it tries. Use it from one thread.
public final class Explanations {
  private final SchedulingProblem problem;
  private final Placement placement;
  private final CompiledCatalogue catalogue;
  private final Tracer tracer;

  private Explanations(
      SchedulingProblem problem, Placement placement, CompiledCatalogue catalogue) {
    this.problem = problem;
    this.placement = placement;
    this.catalogue = catalogue;
    this.tracer = Tracer.of(catalogue, problem, placement);
  }

  /// @param placement what the scheduler made of `problem`
  public static Explanations of(SchedulingProblem problem, Placement placement) {
    var catalogue =
        CompiledCatalogue.compile(problem.pools(), problem.daemons(), problem.options());
    return new Explanations(problem, placement, catalogue);
  }

  /// @param catalogue compiled from the pools and daemons of `problem`
  public static Explanations of(
      SchedulingProblem problem, Placement placement, CompiledCatalogue catalogue) {
    return new Explanations(problem, placement, catalogue);
  }

  public static PodExplanation explain(SchedulingProblem problem, Placement placement, Pod pod) {
    return of(problem, placement).explain(pod);
  }

  /// @param pod one of `placement.unplaced()`
  public PodExplanation explain(Pod pod) {
    Trace trace = trace(pod);
    return explanation(trace, help(trace));
  }

  /// The same without the search for a change, which is by far the dearest part.
  public PodExplanation explainRefusals(Pod pod) {
    return explanation(trace(pod), new Help.NotSearched());
  }

  private Trace trace(Pod pod) {
    if (placement.unplaced().stream().noneMatch(one -> one.pod().equals(pod))) {
      throw new IllegalArgumentException("pod %s has a place".formatted(pod.fullName()));
    }
    return tracer.trace(pod);
  }

  private static PodExplanation explanation(Trace trace, Help help) {
    List<PoolAnswer> pools = new ArrayList<>();
    List<Verdict> existing = new ArrayList<>();
    List<Verdict> planned = new ArrayList<>();
    for (Verdict verdict : trace.verdicts()) {
      switch (verdict.candidate()) {
        case Candidate.Fresh(var pool) -> pools.add(new PoolAnswer(pool, verdict.attempts()));
        case Candidate.Existing _ -> existing.add(verdict);
        case Candidate.Planned _ -> planned.add(verdict);
      }
    }
    return new PodExplanation(
        trace.pod(),
        trace.deferred(),
        pools,
        Folding.of(existing),
        Folding.of(planned),
        NearestMiss.of(trace),
        help);
  }

  /// @param index into `placement.newNodes()`
  public NodeExplanation explainNode(int index) {
    return NodeExplanation.of(problem, tracer.traceNode(index));
  }

  private Help help(Trace trace) {
    var verifier =
        new Verifier(problem, catalogue, placement, trace.pod(), ChangeSearch.MAX_SOLVES);
    return new ChangeSearch(verifier).search(Offers.of(problem, tracer, trace));
  }
}
