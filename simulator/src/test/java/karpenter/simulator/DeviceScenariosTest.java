package karpenter.simulator;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import karpenter.operator.settings.Settings;
import karpenter.operator.testkit.TestSettings;
import karpenter.provider.kwok.KwokProvider;
import karpenter.simulator.port.Faults;
import karpenter.simulator.scenario.DeviceStories;
import karpenter.simulator.scenario.Scenario;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Pods that claim devices get nodes that have them.
class DeviceScenariosTest {
  private static final List<Scenario> STORIES = DeviceStories.all();
  private static final List<Long> SEEDS = List.of(1L, 2L, 3L);
  private static final Program HONOURING =
      new OperatorProgram(
          KwokProvider.plan(DeviceStories.catalogue()),
          TestSettings.honouringDevices(Settings.DEFAULT),
          _ -> {});

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
  void when_watches_are_seconds_late(Scenario story) throws Exception {
    play(story, Circumstances.calm(1).withLag(Duration.ofSeconds(3)));
  }

  private static void play(Scenario story, Circumstances circumstances) throws Exception {
    try (var cluster = new SimulatedCluster(circumstances).run(HONOURING)) {
      story.play(cluster);
      cluster.check();
    }
  }
}
