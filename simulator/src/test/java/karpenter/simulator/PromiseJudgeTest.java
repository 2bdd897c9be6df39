package karpenter.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import karpenter.operator.kube.Resource;
import karpenter.simulator.kube.Metas;
import karpenter.simulator.runtime.Driver;
import org.junit.jupiter.api.Test;

/// A node that goes as empty although a pod runs there is a fault, unless nobody could know.
class PromiseJudgeTest {
  @Test
  void a_pod_that_has_run_for_longer_than_news_takes_is_noticed() throws Exception {
    var violations = judged(_ -> {}, Duration.ofSeconds(8));

    assertThat(violations).anyMatch(sentence -> sentence.contains("goes as empty, and web-"));
  }

  @Test
  void a_pod_that_came_after_the_watch_was_lost_is_excused() throws Exception {
    var violations = judged(PromiseJudge::podsAreLost, Duration.ofSeconds(8));

    assertThat(violations).isEmpty();
  }

  @Test
  void it_is_not_excused_once_the_operator_must_have_held_back() throws Exception {
    var violations = judged(PromiseJudge::podsAreLost, Duration.ofSeconds(20));

    assertThat(violations).anyMatch(sentence -> sentence.contains("goes as empty, and web-"));
  }

  @Test
  void silence_excuses_until_it_is_noticed_and_no_longer() throws Exception {
    Consumer<PromiseJudge> silence = judge -> judge.podsAreSilentFor(Duration.ofSeconds(30));

    assertThat(judged(silence, Duration.ofSeconds(40))).isEmpty();
    assertThat(judged(silence, Duration.ofSeconds(50))).isNotEmpty();
  }

  @Test
  void a_pod_that_ran_long_before_the_watch_was_lost_is_noticed() throws Exception {
    var violations =
        Driver.call(
            () -> {
              try (var world = new OnePodPerNode()) {
                var judge = new PromiseJudge(world.cluster());
                world.startPods();
                world.cluster().pass(Duration.ofMinutes(1));
                judge.podsAreLost();
                goesAsEmpty(judge, world.aClaim());
                return judge.violations();
              }
            });

    assertThat(violations).anyMatch(sentence -> sentence.contains("goes as empty, and web-"));
  }

  /// What is said when that happens to the watch of pods, then a pod comes to a node, and after
  /// that time the node goes as empty.
  private static List<String> judged(Consumer<PromiseJudge> fault, Duration later)
      throws Exception {
    return Driver.call(
        () -> {
          try (var world = new OnePodPerNode()) {
            world.startPods();
            var judge = new PromiseJudge(world.cluster());
            world.deletePods();
            fault.accept(judge);
            world.cluster().pass(later);
            goesAsEmpty(judge, world.aClaim());
            return judge.violations();
          }
        });
  }

  private static void goesAsEmpty(PromiseJudge judge, ObjectNode claim) {
    var marked = claim.deepCopy();
    marked
        .withObject("/metadata/annotations")
        .put("karpenter-jvm.dev/command", "c1")
        .put("karpenter-jvm.dev/command-method", "EMPTINESS")
        .put("karpenter-jvm.dev/command-candidates", Metas.name(claim));
    judge.changed(Resource.NODE_CLAIMS, marked);
  }
}
