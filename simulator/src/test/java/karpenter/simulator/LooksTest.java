package karpenter.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import karpenter.simulator.port.Faults;
import karpenter.simulator.runtime.SimulatedRuntime.Looks;
import karpenter.simulator.scenario.Scenario;
import karpenter.simulator.scenario.Scenarios;
import karpenter.simulator.scenario.Scene;
import org.junit.jupiter.api.Test;

/// Loops that would look and rest again are not run in the simulator, and nobody can tell.
///
/// `-Dkarpenter.looks=1000` plays more seeds.
class LooksTest {
  private static final Seeds SEEDS = Seeds.of("looks", 100);
  private static final Duration QUIET = Duration.ofMinutes(20);

  private record Told(List<String> history, int leftOut) {}

  @Test
  void what_happens_is_the_same_whether_or_not_idle_looks_are_made() throws Exception {
    var leftOut = new ArrayList<Integer>();

    var failures =
        SEEDS.play(
            seed -> {
              var made = told(seed, Looks.MADE);
              var without = told(seed, Looks.LEFT_OUT);
              synchronized (leftOut) {
                leftOut.add(without.leftOut);
              }
              assertThat(made.leftOut).isZero();
              return made.history.equals(without.history)
                  ? List.of()
                  : List.of("seed %d: %s".formatted(seed, difference(made, without)));
            });

    assertThat(failures).isEmpty();
    assertThat(leftOut).hasSize(SEEDS.all().size()).allMatch(count -> count > 0);
  }

  private static Told told(int seed, Looks looks) throws Exception {
    var stories = Scenarios.all();
    var circumstances =
        Circumstances.calm(seed).withFaults(Faults.random(seed, seed % 2 == 0 ? 0 : 20));
    try (var cluster = new SimulatedCluster(circumstances)) {
      cluster.looks(looks).run(Programs.KWOK);
      play(stories.get(seed % stories.size()), cluster);
      cluster.pass(QUIET);
      return new Told(cluster.history().lines(), cluster.leftOut());
    }
  }

  /// A story may end otherwise than it should when calls fail; here it only has to end as it does.
  private static void play(Scenario story, SimulatedCluster cluster) throws Exception {
    try {
      story.play(cluster);
    } catch (Scene.Unmet unmet) {
      cluster.history().add(cluster.timeline().ticks(), "unmet");
    }
  }

  private static String difference(Told made, Told without) {
    for (int i = 0; i < Math.min(made.history.size(), without.history.size()); i++) {
      if (!made.history.get(i).equals(without.history.get(i))) {
        return "%s, and without looks %s".formatted(made.history.get(i), without.history.get(i));
      }
    }
    return "%d lines, and without looks %d".formatted(made.history.size(), without.history.size());
  }
}
