package karpenter.operator.disruption;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import karpenter.core.facts.Conditions;
import karpenter.core.resource.Resources;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.state.Change;
import karpenter.operator.state.Kind;
import karpenter.operator.state.PoolState;
import karpenter.operator.testkit.TestPools;
import org.junit.jupiter.api.Test;

class RelevanceTest {
  private static final PoolState POOL = TestPools.plain("general");

  private final Relevance relevance = new Relevance();

  private boolean matters(PoolState after) {
    var change =
        new Change(
            Kind.NODE_POOLS,
            ObjectKey.cluster("general"),
            Optional.of(POOL),
            Optional.of(after),
            Change.Origin.WATCH);
    long before = relevance.seen();
    boolean wakes = !relevance.keys(change).isEmpty();
    assertThat(relevance.seen() > before).isEqualTo(wakes);
    return wakes;
  }

  @Test
  void what_the_nodes_of_a_pool_amount_to_is_no_reason_to_look() {
    var facts = POOL.facts();
    var counted =
        facts
            .withUsage(Resources.none().with(Resources.NODES, 3), 3)
            .withMeta(facts.meta().withVersion("2"));

    assertThat(matters(new PoolState(counted, POOL.source()))).isFalse();
  }

  @Test
  void pool_that_is_not_ready_any_more_is_a_reason_to_look_even_if_nodes_are_counted_with_it() {
    var facts = POOL.facts();
    var broken =
        facts
            .withUsage(Resources.none().with(Resources.NODES, 3), 3)
            .withConditions(Conditions.stored(List.of()));

    assertThat(matters(new PoolState(broken, POOL.source()))).isTrue();
  }

  @Test
  void edited_pool_is_a_reason_to_look() {
    assertThat(matters(TestPools.of("general", spec -> spec.put("weight", 3)))).isTrue();
  }
}
