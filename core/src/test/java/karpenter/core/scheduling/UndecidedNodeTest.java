package karpenter.core.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.Consumer;
import karpenter.core.pod.Pod;
import karpenter.core.pod.PodSpecBuilder;
import karpenter.core.requirement.Requirements;
import karpenter.core.requirement.ValueSet;
import karpenter.core.resource.Resources;
import karpenter.core.testkit.Scenario;
import karpenter.core.testkit.cases.Keys;
import org.junit.jupiter.api.Test;

/// A machine that was asked for and has not come yet: its rack is one of several.
class UndecidedNodeTest {

  @Test
  void pod_that_does_not_care_goes_there() {
    assertThat(seated(pod -> {})).containsExactly("p");
  }

  @Test
  void pod_that_is_content_with_every_outcome_goes_there() {
    assertThat(seated(wanting("rack-a", "rack-b", "rack-c"))).containsExactly("p");
  }

  @Test
  void pod_that_wants_one_of_the_outcomes_does_not() {
    assertThat(seated(wanting("rack-a"))).isEmpty();
  }

  @Test
  void the_trace_says_that_it_is_undecided() {
    var problem = scenario(wanting("rack-a")).problem();
    var placement = Scheduler.solve(problem);

    var trace =
        Tracer.of(
                CompiledCatalogue.compile(problem.pools(), problem.daemons(), problem.options()),
                problem,
                placement)
            .trace(problem.pending().getFirst());

    assertThat(trace.verdicts()).allMatch(Trace.Verdict::refuses);
    assertThat(trace.verdicts().toString()).contains("UNDECIDED");
  }

  private static Consumer<PodSpecBuilder> wanting(String... zones) {
    return pod -> pod.nodeAlternatives(List.of(Requirements.of(Keys.RACK, ValueSet.in(zones))));
  }

  private static List<String> seated(Consumer<PodSpecBuilder> pod) {
    return Scheduler.solve(scenario(pod).problem()).existing().stream()
        .flatMap(use -> use.pods().stream())
        .map(Pod::name)
        .toList();
  }

  private static Scenario scenario(Consumer<PodSpecBuilder> pod) {
    return new Scenario()
        .node(
            "claim",
            node ->
                node.notInitialized()
                    .allocatable(Resources.CPU, 4000)
                    .maybe(Keys.RACK, "rack-a", "rack-b"))
        .pod("p", pod);
  }
}
