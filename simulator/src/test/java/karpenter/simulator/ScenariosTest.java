package karpenter.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import karpenter.operator.Unreachable;
import karpenter.simulator.port.Faults;
import karpenter.simulator.scenario.Scenario;
import karpenter.simulator.scenario.Scenarios;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Every story ends well, on good days and bad ones.
class ScenariosTest {
  private static final List<Scenario> STORIES = Scenarios.all();
  private static final List<Long> SEEDS = List.of(1L, 2L, 3L);

  static Stream<Arguments> storiesAndSeeds() {
    return STORIES.stream().flatMap(story -> SEEDS.stream().map(seed -> Arguments.of(story, seed)));
  }

  @ParameterizedTest
  @MethodSource("storiesAndSeeds")
  void on_a_good_day(Scenario story, long seed) throws Exception {
    play(story, Circumstances.calm(seed));
  }

  @ParameterizedTest
  @MethodSource("storiesAndSeeds")
  void when_every_thirtieth_call_goes_wrong(Scenario story, long seed) throws Exception {
    play(story, Circumstances.calm(seed).withFaults(Faults.random(seed, 33)));
  }

  @ParameterizedTest
  @FieldSource("STORIES")
  void when_launches_take_half_a_minute(Scenario story) throws Exception {
    play(story, Circumstances.calm(1).withLaunch(Duration.ofSeconds(30)));
  }

  @ParameterizedTest
  @FieldSource("STORIES")
  void when_watches_are_seconds_late(Scenario story) throws Exception {
    play(story, Circumstances.calm(1).withLag(Duration.ofSeconds(3)));
  }

  @Test
  void a_history_is_a_function_of_its_seed() throws Exception {
    var story = Scenarios.named("scale up and down");

    assertThat(history(story, 5)).isEqualTo(history(story, 5));
    assertThat(history(story, 5)).isNotEqualTo(history(story, 6));
  }

  private static List<String> history(Scenario story, long seed) throws Exception {
    try (var cluster =
        new SimulatedCluster(Circumstances.calm(seed).withFaults(Faults.random(seed, 20)))
            .run(Programs.KWOK)) {
      story.play(cluster);
      return cluster.history().lines();
    }
  }

  private static void play(Scenario story, Circumstances circumstances)
      throws Unreachable, InterruptedException {
    try (var cluster = new SimulatedCluster(circumstances).run(Programs.KWOK)) {
      story.play(cluster);
      cluster.check();
    }
  }
}
