package karpenter.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import karpenter.operator.Unreachable;
import karpenter.simulator.port.Killer;
import karpenter.simulator.scenario.Scenario;
import karpenter.simulator.scenario.Scenarios;
import karpenter.simulator.scenario.Scene;
import org.junit.jupiter.api.Test;

/// The operator is killed at any point of any port call, and nothing is lost, left or bought twice.
///
/// By default every point is met at least once, over as many seeds as the property
/// `karpenter.crash.seeds` says; with `karpenter.crash.every=true` every point of every seed.
class CrashTest {
  private static final int SEEDS = Integer.getInteger("karpenter.crash.seeds", 200);
  private static final boolean EVERY = Boolean.getBoolean("karpenter.crash.every");

  /// Of each seed; the next one takes those beside them.
  private static final int POINTS_EACH = 5;

  private static final Scenario STORY = Scenarios.named("a few pods come and go");

  private int killed;

  @Test
  void no_point_is_a_bad_one_to_be_killed_at() throws Exception {
    int points = points(1);
    var failures = new ArrayList<String>();
    int runs = 0;
    for (int seed = 1; seed <= SEEDS; seed++) {
      int stride = EVERY ? 1 : Math.max(1, points / POINTS_EACH);
      for (int point = seed % stride; point < points; point += stride) {
        play(seed, killers(seed, point), "killed at point " + point, failures);
        runs++;
      }
    }

    System.out.printf(
        "%d runs over %d points, the operator was killed %d times%n", runs, points, killed);
    assertThat(failures).isEmpty();
    assertThat(killed).isGreaterThan(runs * 9 / 10);
    assertThat(runs).isGreaterThanOrEqualTo(points);
  }

  /// Every third time it is killed again soon after, before it has found its way.
  private static Killer killers(int seed, int point) {
    int again = new SplittableRandom(seed * 31L + point).nextInt(40);
    return seed % 3 == 0 ? (at, _) -> at == point || at == point + 1 + again : Killer.at(point);
  }

  private void play(int seed, Killer killer, String how, List<String> failures)
      throws Unreachable, InterruptedException {
    try (var cluster =
        new SimulatedCluster(Circumstances.calm(seed).withKiller(killer)).run(Programs.KWOK)) {
      STORY.play(cluster);
      cluster.pass(Duration.ofMinutes(1));
      cluster.check();
      killed += cluster.lives() - 1;
    } catch (Scene.Unmet unmet) {
      if (failures.size() < 3) {
        failures.add("seed " + seed + ", " + how + ": " + unmet.getMessage());
      }
    }
  }

  private static int points(long seed) throws Unreachable, InterruptedException {
    try (var cluster = new SimulatedCluster(Circumstances.calm(seed)).run(Programs.KWOK)) {
      STORY.play(cluster);
      return cluster.points();
    }
  }
}
