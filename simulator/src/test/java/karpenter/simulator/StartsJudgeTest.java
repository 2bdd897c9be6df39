package karpenter.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.kube.Resource;
import karpenter.simulator.kube.Metas;
import karpenter.simulator.runtime.Driver;
import org.junit.jupiter.api.Test;

/// A command that begins after its pool's budget was cut is a fault, unless the operator could not
/// have heard of it.
class StartsJudgeTest {
  @Test
  void a_budget_that_was_cut_counts_once_the_news_has_arrived() throws Exception {
    assertThat(judged(_ -> {}, Duration.ofSeconds(8)))
        .anyMatch(sentence -> sentence.contains("would go, 0 may"));
  }

  @Test
  void a_budget_that_was_cut_while_pools_are_not_seen_is_excused_at_first() throws Exception {
    assertThat(judged(StartsJudge::poolsAreLost, Duration.ofSeconds(8))).isEmpty();
  }

  @Test
  void it_is_not_excused_once_the_operator_must_have_held_back() throws Exception {
    assertThat(judged(StartsJudge::poolsAreLost, Duration.ofSeconds(20)))
        .anyMatch(sentence -> sentence.contains("would go, 0 may"));
  }

  /// What is said when the budget is cut after that fault, and a node drifts so much later.
  private static List<String> judged(Consumer<StartsJudge> fault, Duration later) throws Exception {
    return Driver.call(
        () -> {
          try (var world = new OnePodPerNode()) {
            world.startPods();
            var judge = StartsJudge.withoutPrices(world.cluster());
            fault.accept(judge);
            world
                .cluster()
                .kube()
                .edit(
                    Resource.NODE_POOLS, ObjectKey.cluster("general"), StartsJudgeTest::cutBudget);
            world.cluster().pass(later);
            judge.look();
            drifts(judge, world.aClaim());
            return judge.violations();
          }
        });
  }

  /// Changes nothing that what was seen before still refers to.
  private static void cutBudget(ObjectNode pool) {
    ObjectNode spec = pool.path("spec").deepCopy();
    spec.withArray("/disruption/budgets").addObject().put("nodes", "0");
    pool.set("spec", spec);
  }

  private static void drifts(StartsJudge judge, ObjectNode claim) {
    var marked = claim.deepCopy();
    marked
        .withObject("/metadata/annotations")
        .put("karpenter-jvm.dev/command", "c1")
        .put("karpenter-jvm.dev/command-method", "DRIFT")
        .put("karpenter-jvm.dev/command-candidates", Metas.name(claim));
    judge.changed(Resource.NODE_CLAIMS, marked);
  }
}
