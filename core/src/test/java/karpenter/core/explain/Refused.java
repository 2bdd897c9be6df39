package karpenter.core.explain;

import java.util.List;
import karpenter.core.pod.Pod;
import karpenter.core.scheduling.CompiledCatalogue;
import karpenter.core.scheduling.Placement;
import karpenter.core.scheduling.Refusal;
import karpenter.core.scheduling.Scheduler;
import karpenter.core.scheduling.SchedulingProblem;
import karpenter.core.scheduling.Trace.Candidate;
import karpenter.core.scheduling.Tracer;
import karpenter.core.testkit.Scenario;

/// A scenario after the scheduler left one of its pods without a place.
record Refused(SchedulingProblem problem, Placement placement, Pod pod) {

  static Refused in(Scenario scenario) {
    return in(scenario, 0);
  }

  /// @param index which of the pods without a place
  static Refused in(Scenario scenario, int index) {
    var problem = scenario.problem();
    var placement = Scheduler.solve(problem);
    return new Refused(problem, placement, placement.unplaced().get(index).pod());
  }

  PodExplanation explanation() {
    return Explanations.explain(problem, placement, pod);
  }

  String text() {
    return explanation().tree().render();
  }

  /// What the only way to satisfy the pod met there.
  List<Refusal> by(Candidate candidate) {
    return Tracer.of(problem, placement).trace(pod).verdicts().stream()
        .filter(verdict -> verdict.candidate().equals(candidate))
        .findFirst()
        .orElseThrow()
        .attempts()
        .getFirst()
        .refusals();
  }

  List<Refusal> byNode(String name) {
    return by(new Candidate.Existing(name));
  }

  List<Refusal> byPool(String name) {
    return by(new Candidate.Fresh(name));
  }

  List<Refusal> byPlanned(int index, String pool) {
    return by(new Candidate.Planned(index, pool));
  }

  Verifier verifier(int bound) {
    var catalogue =
        CompiledCatalogue.compile(problem.pools(), problem.daemons(), problem.options());
    return new Verifier(problem, catalogue, placement, pod, bound);
  }

  List<ChangeSearch.Offer> offers() {
    var tracer = Tracer.of(problem, placement);
    return Offers.of(problem, tracer, tracer.trace(pod));
  }

  static List<String> sentences(List<Refusal> refusals) {
    return refusals.stream().map(Sentences::of).toList();
  }
}
