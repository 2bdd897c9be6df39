package karpenter.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import karpenter.simulator.runtime.Driver;
import org.junit.jupiter.api.Test;

/// Whoever says that all is well must be able to say otherwise.
class EndJudgeTest {
  private static final Duration HOUR = Duration.ofHours(1);

  @Test
  void a_pod_that_is_made_anew_for_ever_is_noticed_however_young_it_is() throws Exception {
    var violations =
        judged(
            "nothing-has-this-label",
            world -> {
              for (int i = 0; i < 12; i++) {
                world.cluster().pass(HOUR.dividedBy(12).minusSeconds(1));
                world.deletePods();
                world.cluster().pass(Duration.ofSeconds(1));
              }
            });

    assertThat(violations)
        .anyMatch(sentence -> sentence.contains("web never had all its pods"))
        .anyMatch(sentence -> sentence.contains("does not run an hour after the last fault"));
  }

  @Test
  void pods_that_run_and_are_made_anew_every_few_minutes_are_noticed() throws Exception {
    var violations =
        judged(
            "karpenter",
            world -> {
              for (int i = 0; i < 12; i++) {
                world.cluster().pass(HOUR.dividedBy(12));
                world.deletePods();
              }
            });

    assertThat(violations).anyMatch(sentence -> sentence.contains("pods of web are made anew"));
  }

  @Test
  void a_pod_that_moved_a_moment_before_is_excused() throws Exception {
    var violations =
        judged(
            "karpenter",
            world -> {
              world.cluster().pass(HOUR);
              world.deletePods();
              world.cluster().pass(Duration.ofMillis(500));
            });

    assertThat(violations).isEmpty();
  }

  @Test
  void a_daemon_that_has_no_room_on_its_node_is_not_missed() throws Exception {
    var violations =
        judged(
            "karpenter",
            world -> {
              world.startDaemon("1");
              world.cluster().pass(HOUR);
            });

    assertThat(violations).isEmpty();
  }

  @Test
  void a_daemon_that_has_room_and_does_not_run_is_missed() throws Exception {
    var violations =
        judged(
            "karpenter",
            world -> {
              world.cluster().controlPlane().halt("scheduler");
              world.startDaemon("300m");
              world.cluster().pass(HOUR);
            });

    assertThat(violations).anyMatch(sentence -> sentence.contains("pod agent-"));
  }

  private interface Hour {
    void of(OnePodPerNode world);
  }

  /// What the judge says of two pods that need a label, after an hour.
  private static List<String> judged(String label, Hour hour) throws Exception {
    return Driver.call(
        () -> {
          try (var world = new OnePodPerNode()) {
            world.startPods(label);
            var judge = new EndJudge(world.cluster(), world.played().cloud());
            judge.rest();
            hour.of(world);
            judge.look();
            return judge.violations();
          }
        });
  }
}
