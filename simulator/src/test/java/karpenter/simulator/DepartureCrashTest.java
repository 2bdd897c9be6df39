package karpenter.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import karpenter.operator.Unreachable;
import karpenter.simulator.port.Killer;
import karpenter.simulator.scenario.Scenario;
import karpenter.simulator.scenario.Scenarios;
import karpenter.simulator.scenario.Scene;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The operator is killed while nodes go and while static pools are scaled, with watches that are
/// late: nothing is left behind, and no limit is exceeded for a moment.
///
/// By default about forty points of each story; with `karpenter.crash.every=true` every point.
class DepartureCrashTest {
  private static final boolean EVERY = Boolean.getBoolean("karpenter.crash.every");
  private static final int POINTS = 40;
  private static final Duration LAG = Duration.ofSeconds(1);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "node deleted",
        "critical pods leave last",
        "static pool is scaled within its limit",
        "static pool makes good what it loses",
      })
  void no_point_is_a_bad_one_to_be_killed_at(String name) throws Exception {
    var story = Scenarios.named(name);
    int points = points(story);
    int stride = EVERY ? 1 : Math.max(1, points / POINTS);
    var failures = new ArrayList<String>();
    for (int point = 0; point < points; point += stride) {
      // Another seed each time: the calls fall differently, and so do the points.
      play(story, 1 + point, point, failures);
    }

    assertThat(failures).isEmpty();
  }

  private static void play(Scenario story, long seed, int point, List<String> failures)
      throws Unreachable, InterruptedException {
    var circumstances = Circumstances.calm(seed).withLag(LAG).withKiller(Killer.at(point));
    try (var cluster = new SimulatedCluster(circumstances).run(Programs.KWOK)) {
      story.play(cluster);
      cluster.pass(Duration.ofMinutes(1));
      cluster.check();
    } catch (Scene.Unmet unmet) {
      if (failures.size() < 3) {
        failures.add("seed %d, point %d: %s".formatted(seed, point, unmet.getMessage()));
      }
    }
  }

  private static int points(Scenario story) throws Unreachable, InterruptedException {
    try (var cluster =
        new SimulatedCluster(Circumstances.calm(1).withLag(LAG)).run(Programs.KWOK)) {
      story.play(cluster);
      return cluster.points();
    }
  }
}
