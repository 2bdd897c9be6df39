package karpenter.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import karpenter.simulator.runtime.Driver;
import karpenter.simulator.scenario.Chronicle;
import karpenter.simulator.scenario.Outcome;
import karpenter.simulator.scenario.Scenario;
import karpenter.simulator.scenario.Scenarios;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What comes of a story is the story's doing, not chance's: the same claims, verdicts and end in
/// every world, so that a simulated one can stand for a real one. `-Dkarpenter.story=NAME` tells
/// one.
class OutcomesTest {
  private static final String ONE = System.getProperty("karpenter.story", "");

  static Stream<Scenario> stories() {
    return Scenarios.ofBothWorlds().stream()
        .filter(story -> ONE.isEmpty() || List.of(ONE.split(";")).contains(story.name()));
  }

  @ParameterizedTest
  @MethodSource("stories")
  void of_a_story_are_the_same_on_other_days(Scenario story) throws Exception {
    var first = outcome(story, Circumstances.calm(1));
    if (!ONE.isEmpty()) {
      System.out.println(first);
    }
    var others =
        List.of(
            Circumstances.calm(2),
            Circumstances.calm(3).withLag(Duration.ofMillis(500)),
            Circumstances.calm(4).withLaunch(Duration.ofSeconds(3)));
    for (var circumstances : others) {
      assertThat(first.differences(outcome(story, circumstances)))
          .as("seed " + circumstances.seed())
          .isEmpty();
    }
  }

  @Test
  void tell_one_story_from_another() throws Exception {
    var few = outcome(Scenarios.named("a few pods come and go"), Circumstances.calm(1));
    var scaled = outcome(Scenarios.named("scale up and down"), Circumstances.calm(1));

    assertThat(few.claims()).hasSize(2);
    assertThat(few.verdicts()).extracting(Outcome.Verdict::verdict).containsOnly("stays");
    assertThat(few.end()).hasSize(2);
    assertThat(few.findings())
        .containsOnly("a node of general stays: [consolidation-disabled]")
        .hasSize(2);
    assertThat(few.differences(scaled)).isNotEmpty();
  }

  private static Outcome outcome(Scenario story, Circumstances circumstances) throws Exception {
    return Driver.call(
        () -> {
          var operator = new CapturedOperator(Programs.KWOK);
          try (var cluster = new SimulatedCluster(circumstances).run(operator)) {
            return Chronicle.of(story, cluster, operator::verdicts);
          }
        });
  }
}
