package karpenter.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import karpenter.simulator.port.Killer;
import karpenter.simulator.runtime.Driver;
import karpenter.simulator.scenario.CommandStories;
import karpenter.simulator.scenario.Scenario;
import karpenter.simulator.scenario.Scenarios;
import karpenter.simulator.scenario.Scene;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The operator is killed while it replaces nodes: whoever leads next brings to an end what was
/// begun. Nothing is launched twice, no mark is left, and all pods run.
///
/// By default about thirty points of each story; with `karpenter.crash.every=true` every point.
class CommandCrashTest {
  private static final boolean EVERY = Boolean.getBoolean("karpenter.crash.every");
  private static final int POINTS = 30;
  private static final int MAX_SHOWN = 3;

  @ParameterizedTest
  @CsvSource({
    "KWOK, drifted nodes are replaced before they go, 4",
    "CLOUD, drifted nodes are replaced before they go, 4",
    "KWOK, drifted static nodes are replaced within the limit, 4",
    "KWOK, large node is replaced by a cheaper one, 2",
    "CLOUD, large node is replaced by a cheaper one, 2",
  })
  void no_point_is_a_bad_one_to_be_killed_at(Stage stage, String name, int machines)
      throws Exception {
    var story = Scenarios.named(name);
    int points = Driver.call(() -> points(stage, story));
    int stride = EVERY ? 1 : Math.max(1, points / POINTS);
    var failures = new ArrayList<String>();
    for (int point = 0; point < points && failures.size() < MAX_SHOWN; point += stride) {
      // Another seed each time: the calls fall differently, and so do the points.
      int at = point;
      Driver.call(() -> play(stage, story, at, machines, failures));
    }

    System.out.printf("%s, %s: %d points%n", stage, name, points);
    assertThat(failures).isEmpty();
  }

  @Test
  void replacement_that_never_comes_up_is_given_up_by_whoever_leads_then() throws Exception {
    var story = CommandStories.patient().getFirst();
    for (long seed = 1; seed <= 3; seed++) {
      var circumstances = Circumstances.calm(seed);
      Driver.call(
          () -> {
            try (var played = Stage.KWOK.open(circumstances)) {
              var cluster = played.cluster();
              cluster.timeline().after(Duration.ofMinutes(5), cluster::restartOperator);
              played.play(story);
              return true;
            }
          });
    }
  }

  private static boolean play(
      Stage stage, Scenario story, int point, int machines, List<String> failures)
      throws Exception {
    int seed = 1 + point;
    var circumstances = Circumstances.calm(seed).withKiller(Killer.at(point));
    try (var played = stage.open(circumstances)) {
      played.play(story);
      var launched = stage == Stage.CLOUD ? played.cloud().launched() : played.cluster().launched();
      if (launched != machines) {
        failures.add(
            "seed %d, point %d: %d machines were launched%n%s"
                .formatted(seed, point, launched, played.cluster().history().tail(200)));
      }
    } catch (Scene.Unmet unmet) {
      failures.add("seed %d, point %d: %s".formatted(seed, point, unmet.getMessage()));
    }
    return true;
  }

  private static int points(Stage stage, Scenario story) throws Exception {
    try (var played = stage.open(Circumstances.calm(1))) {
      played.play(story);
      return played.points();
    }
  }
}
