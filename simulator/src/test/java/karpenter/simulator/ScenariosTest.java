package karpenter.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import karpenter.simulator.port.Faults;
import karpenter.simulator.runtime.Driver;
import karpenter.simulator.scenario.Scenario;
import karpenter.simulator.scenario.Scenarios;
import karpenter.simulator.scenario.Scene;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Every story ends well, on good days and bad ones. `-Dkarpenter.seeds=N` plays more of them,
/// `-Dkarpenter.story=NAME;NAME` some stories alone.
class ScenariosTest {
  private static final int SEEDS = Integer.getInteger("karpenter.seeds", 2);

  private static final List<String> SOME =
      List.of(System.getProperty("karpenter.story", "").split(";"));

  static Stream<Arguments> plays() {
    return Stream.of(Stage.values())
        .flatMap(stage -> stories().map(story -> Arguments.of(stage, story)));
  }

  private static Stream<Scenario> stories() {
    return Scenarios.all().stream()
        .filter(story -> SOME.equals(List.of("")) || SOME.contains(story.name()));
  }

  @ParameterizedTest
  @MethodSource("plays")
  void on_a_good_day(Stage stage, Scenario story) throws Exception {
    for (int seed = 1; seed <= SEEDS; seed++) {
      play(stage, story, Circumstances.calm(seed));
    }
  }

  @ParameterizedTest
  @MethodSource("plays")
  void when_every_thirtieth_call_goes_wrong(Stage stage, Scenario story) throws Exception {
    for (int seed = 1; seed <= SEEDS; seed++) {
      play(stage, story, Circumstances.calm(seed).withFaults(Faults.random(seed, 33)));
    }
  }

  @ParameterizedTest
  @MethodSource("plays")
  void when_launches_are_slow_and_watches_late(Stage stage, Scenario story) throws Exception {
    play(
        stage,
        story,
        Circumstances.calm(1).withLaunch(Duration.ofSeconds(30)).withLag(Duration.ofSeconds(3)));
  }

  /// Stories about deadlines and moments are left out: those come sooner or later by as much as the
  /// clock jumps.
  static Stream<Arguments> timelessPlays() {
    return plays()
        .filter(
            play ->
                !String.valueOf(play.get()[1])
                    .matches(".*(expire|deadline|window|rotation|breaker).*"));
  }

  @ParameterizedTest
  @MethodSource("timelessPlays")
  void when_the_clock_jumps(Stage stage, Scenario story) throws Exception {
    for (var jump : List.of(Duration.ofMinutes(3), Duration.ofMinutes(-3))) {
      Driver.call(
          () -> {
            try (var played = stage.open(Circumstances.calm(1))) {
              var cluster = played.cluster();
              cluster.timeline().after(Duration.ofSeconds(2), () -> cluster.jump(jump));
              played.play(story);
              return true;
            }
          });
    }
  }

  @Test
  void a_history_is_a_function_of_its_seed() throws Exception {
    var story = Scenarios.named("scale up and down");

    assertThat(history(story, 5)).isEqualTo(history(story, 5));
    assertThat(history(story, 5)).isNotEqualTo(history(story, 6));
  }

  private static List<String> history(Scenario story, long seed) throws Exception {
    return Driver.call(
        () -> {
          var circumstances = Circumstances.calm(seed).withFaults(Faults.random(seed, 20));
          try (var played = Stage.KWOK.open(circumstances)) {
            played.play(story);
            return played.cluster().history().lines();
          }
        });
  }

  private static void play(Stage stage, Scenario story, Circumstances circumstances)
      throws Exception {
    Driver.call(
        () -> {
          try (var played = stage.open(circumstances)) {
            played.play(story);
            return true;
          } catch (Scene.Unmet unmet) {
            throw new AssertionError("seed " + circumstances.seed(), unmet);
          }
        });
  }
}
