package karpenter.core.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import karpenter.core.pod.Pod;
import karpenter.core.scheduling.Options.ReservedMode;
import karpenter.core.scheduling.Trace.Candidate;
import karpenter.core.testkit.cases.CaseGenerator;
import org.junit.jupiter.api.Test;

/// What tracing promises on any problem: it agrees with the solver.
class TraceTest {
  private static final int CASES = 150;

  @Test
  void every_candidate_refuses_a_pod_without_a_place() {
    for (long seed = 0; seed < CASES; seed++) {
      var problem = CaseGenerator.generate(seed);
      var placement = Scheduler.solve(problem);
      var tracer = Tracer.of(problem, placement);
      for (var unplaced : placement.unplaced()) {
        Trace trace = tracer.trace(unplaced.pod());
        assertThat(trace.verdicts())
            .as("seed %d, pod %s", seed, unplaced.pod().uid())
            .hasSize(problem.nodes().size() + placement.newNodes().size() + problem.pools().size())
            .allMatch(Trace.Verdict::refuses);
      }
    }
  }

  /// The converse: where a pod did go, no reason is found against it. Under strict reservations a
  /// wish may be what kept a pod from waiting, so a pod without wishes is no witness there.
  @Test
  void the_place_a_pod_got_refuses_nothing() {
    for (long seed = 0; seed < CASES / 3; seed++) {
      var problem = CaseGenerator.generate(seed);
      if (problem.options().reserved() == ReservedMode.STRICT) continue;
      var placement = Scheduler.solve(problem);
      Map<String, Candidate> places = places(placement);
      for (int step = 0; step < placement.order().size(); step++) {
        Pod pod = placement.order().get(step);
        var verdict =
            Tracer.midway(problem, placement, step).trace(pod).verdicts().stream()
                .filter(one -> one.candidate().equals(places.get(pod.uid())))
                .findFirst()
                .orElseThrow();
        assertThat(verdict)
            .as("seed %d, step %d, pod %s", seed, step, pod.uid())
            .matches(one -> !one.refuses());
      }
    }
  }

  @Test
  void survey_of_a_new_node_counts_every_type_of_its_pool() {
    for (long seed = 0; seed < CASES; seed++) {
      var problem = CaseGenerator.generate(seed);
      var placement = Scheduler.solve(problem);
      var tracer = Tracer.of(problem, placement);
      for (int i = 0; i < placement.newNodes().size(); i++) {
        var survey = tracer.traceNode(i).survey();
        var node = placement.newNodes().get(i);
        int refused = survey.counts().stream().mapToInt(TypeSurvey.Count::types).sum();
        assertThat(survey.fitting()).as("seed %d, node %d", seed, i).isEqualTo(node.types().size());
        assertThat(survey.fitting() + refused).isEqualTo(survey.total());
      }
    }
  }

  /// Where each placed pod was when it was decided: the first pod of a planned node bought it.
  private static Map<String, Candidate> places(Placement placement) {
    Map<String, Candidate> places = new HashMap<>();
    for (var use : placement.existing()) {
      for (Pod pod : use.pods()) places.put(pod.uid(), new Candidate.Existing(use.node()));
    }
    Set<Integer> bought = new HashSet<>();
    for (int i = 0; i < placement.newNodes().size(); i++) {
      var node = placement.newNodes().get(i);
      for (Pod pod : node.pods()) {
        places.put(
            pod.uid(),
            bought.add(i)
                ? new Candidate.Fresh(node.pool())
                : new Candidate.Planned(i, node.pool()));
      }
    }
    return places;
  }
}
