package karpenter.core.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.TreeSet;
import karpenter.core.bound.LowerBound;
import karpenter.core.cluster.ExistingNode;
import karpenter.core.testkit.cases.CaseGenerator;
import karpenter.core.testkit.cases.ChangingCluster;
import karpenter.core.testkit.cases.ClusterCase;
import karpenter.core.testkit.cases.PlacementText;
import karpenter.core.testkit.cases.Scattered;
import org.junit.jupiter.api.Test;

/// Readers let pods of one workload share one spec as long as they remember it. Whether they do
/// must not show in any answer.
class SharedSpecsTest {
  private static final int SEEDS = Integer.getInteger("scattered.seeds", 60);

  @Test
  void pods_are_placed_alike_whether_or_not_they_share_specs() {
    for (long seed = 0; seed < SEEDS; seed++) {
      var shared = CaseGenerator.generate(seed);
      var scattered = Scattered.of(shared);
      var placement = Scheduler.solve(shared);
      var other = Scheduler.solve(scattered);

      assertThat(PlacementText.render(other))
          .as("seed %d", seed)
          .isEqualTo(PlacementText.render(placement));
      assertThat(LowerBound.of(scattered, other).gap().sentence())
          .as("bound of seed %d", seed)
          .isEqualTo(LowerBound.of(shared, placement).gap().sentence());
    }
  }

  @Test
  void what_if_answers_alike_though_every_look_brings_specs_never_seen() {
    for (long seed = 0; seed < SEEDS / 3; seed++) {
      var cluster = new ChangingCluster(seed);
      var catalogue = catalogue(cluster.now());
      var shared = whatIf(catalogue, cluster.now());
      var scattered = whatIf(catalogue, Scattered.of(cluster.now()));
      for (int i = 0; i < 10; i++) {
        var pools = cluster.now().problem().pools();
        var what = cluster.happen();
        var now = cluster.now();
        if (!pools.equals(now.problem().pools())) catalogue = catalogue(now);
        shared = updated(shared, catalogue, now);
        scattered = updated(scattered, catalogue, Scattered.of(now));
        for (ExistingNode node : now.problem().nodes()) {
          var one = new TreeSet<>(List.of(node.name()));
          assertThat(PlacementText.render(scattered.without(one, Effort.ONE_NEW_NODE)))
              .as("seed %d without %s after %s", seed, node.name(), what)
              .isEqualTo(PlacementText.render(shared.without(one, Effort.ONE_NEW_NODE)));
          assertThat(scattered.relocation(one, Effort.WHOLE).toString())
              .as("seed %d without %s after %s", seed, node.name(), what)
              .isEqualTo(shared.relocation(one, Effort.WHOLE).toString());
        }
      }
    }
  }

  private static CompiledCatalogue catalogue(ClusterCase cluster) {
    var problem = cluster.problem();
    return CompiledCatalogue.compile(problem.pools(), problem.daemons(), problem.options());
  }

  private static WhatIf whatIf(CompiledCatalogue catalogue, ClusterCase cluster) {
    return WhatIf.of(catalogue, cluster.problem(), cluster.movable(), cluster.closed());
  }

  private static WhatIf updated(WhatIf whatIf, CompiledCatalogue catalogue, ClusterCase cluster) {
    return whatIf.updated(catalogue, cluster.problem(), cluster.movable(), cluster.closed());
  }
}
