package karpenter.core.disruption;

import static karpenter.core.disruption.Exhibits.NOW;
import static karpenter.core.disruption.Exhibits.allowing;
import static karpenter.core.disruption.Exhibits.readyClaim;
import static karpenter.core.disruption.Exhibits.readyNode;
import static karpenter.core.testkit.facts.PodFixture.pod;
import static karpenter.core.testkit.facts.PoolFixture.pool;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import karpenter.core.cluster.StateNode;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.PodFacts;
import karpenter.core.facts.PoolFacts;
import karpenter.core.statics.StaticCount;
import org.junit.jupiter.api.Test;

class DriftTest {
  private static Candidate drifted(String name, PoolFacts pool, int minutesAgo, PodFacts... pods) {
    var state =
        StateNode.of(
            readyNode(name).build(),
            readyClaim(name)
                .and(c -> c.setTrue(ClaimFacts.DRIFTED, NOW.minusSeconds(60L * minutesAgo)))
                .build());
    return new Candidate(
        state, pool, Optional.empty(), "", "", List.of(pods), List.of(pods), 0, 0, 1 + pods.length);
  }

  @Test
  void nodes_whose_pods_need_no_place_go_first_then_the_longest_drifted() {
    var general = pool("general").build();
    var pod = pod("p").build();

    assertThat(
            DriftOrder.sort(
                List.of(
                    drifted("young", general, 1, pod),
                    drifted("old", general, 9, pod),
                    drifted("young-and-empty", general, 1),
                    drifted("old-and-empty", general, 5))))
        .extracting(Candidate::name)
        .containsExactly("old-and-empty", "young-and-empty", "old", "young");
  }

  private static List<String> chosen(PoolFacts pool, int allowed, StaticCount count) {
    return StaticDrift.choose(
            List.of(drifted("a", pool, 3), drifted("b", pool, 2), drifted("c", pool, 1)),
            allowing(allowed),
            new TreeMap<>(Map.of("general", count)))
        .stream()
        .map(Candidate::name)
        .toList();
  }

  @Test
  void static_nodes_are_replaced_one_for_one_as_far_as_the_budget_goes() {
    var general = pool("general").replicas(3).build();

    assertThat(chosen(general, 2, new StaticCount(3, 0, 0))).containsExactly("a", "b");
    assertThat(chosen(general, 0, new StaticCount(3, 0, 0))).isEmpty();
  }

  @Test
  void static_pool_comes_down_to_its_size_first() {
    var general = pool("general").replicas(2).build();

    assertThat(chosen(general, 5, new StaticCount(3, 0, 0))).isEmpty();
    assertThat(chosen(general, 5, new StaticCount(2, 1, 0))).isEmpty();
  }

  @Test
  void replacements_stay_within_the_limit_of_nodes() {
    var general = pool("general").replicas(3).limit(4).build();

    assertThat(chosen(general, 5, new StaticCount(3, 0, 0))).containsExactly("a");
    assertThat(chosen(general, 5, new StaticCount(3, 0, 1))).isEmpty();
  }
}
