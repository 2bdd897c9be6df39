package karpenter.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import karpenter.simulator.port.Killer;
import karpenter.simulator.runtime.Driver;
import karpenter.simulator.scenario.Scenario;
import karpenter.simulator.scenario.Scenarios;
import karpenter.simulator.scenario.Scene;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The operator is killed at any point of any port call, and nothing is lost, left or bought twice.
///
/// By default some points of each of `karpenter.crash.seeds` seeds, such that all are met; with
/// `-Dkarpenter.crash.every=true` every point of every seed.
class CrashTest {
  private static final int SEEDS = Integer.getInteger("karpenter.crash.seeds", 100);
  private static final boolean EVERY = Boolean.getBoolean("karpenter.crash.every");

  /// Of each seed; the next one takes those beside them.
  private static final int POINTS_EACH = 2;

  /// Failures to show; more of them would say no more.
  private static final int MAX_SHOWN = 3;

  private static final Scenario STORY = Scenarios.named("a few pods come and go");

  private int runs;
  private int killed;

  @ParameterizedTest
  @EnumSource
  void no_point_is_a_bad_one_to_be_killed_at(Stage stage) throws Exception {
    int points = Driver.call(() -> points(stage));

    var failures = Driver.call(() -> killEverywhere(stage, points));

    System.out.printf(
        "%s: %d runs over %d points, the operator was killed %d times%n",
        stage, runs, points, killed);
    assertThat(failures).isEmpty();
    assertThat(killed).isGreaterThan(runs * 9 / 10);
  }

  private List<String> killEverywhere(Stage stage, int points) throws Exception {
    var failures = new ArrayList<String>();
    int stride = EVERY ? 1 : Math.max(1, points / POINTS_EACH);
    for (int seed = 1; seed <= SEEDS && failures.size() < MAX_SHOWN; seed++) {
      for (int point = seed % stride; point < points; point += stride) {
        var circumstances = Circumstances.calm(seed).withKiller(killer(seed, point));
        try (var cluster = stage.open(circumstances)) {
          cluster.play(STORY);
          killed += cluster.lives() - 1;
        } catch (Scene.Unmet unmet) {
          failures.add("seed %d, point %d: %s".formatted(seed, point, unmet.getMessage()));
        }
        runs++;
      }
    }
    return failures;
  }

  /// Every third time it is killed again soon after, before it has found its way.
  private static Killer killer(int seed, int point) {
    int again = new SplittableRandom(seed * 31L + point).nextInt(40);
    return seed % 3 == 0 ? (at, _) -> at == point || at == point + 1 + again : Killer.at(point);
  }

  private static int points(Stage stage) throws Exception {
    try (var cluster = stage.open(Circumstances.calm(1))) {
      cluster.play(STORY);
      return cluster.points();
    }
  }
}
