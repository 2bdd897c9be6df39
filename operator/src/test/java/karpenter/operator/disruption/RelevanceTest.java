package karpenter.operator.disruption;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import karpenter.core.device.ClaimState;
import karpenter.core.device.Reach;
import karpenter.core.facts.Conditions;
import karpenter.core.facts.DeviceAsk;
import karpenter.core.facts.DeviceClassFacts;
import karpenter.core.facts.ResourceClaimFacts;
import karpenter.core.facts.SelectorFacts;
import karpenter.core.pod.LabelSelector;
import karpenter.core.resource.Resources;
import karpenter.operator.kube.ObjectKey;
import karpenter.operator.state.Change;
import karpenter.operator.state.Kind;
import karpenter.operator.state.PoolState;
import karpenter.operator.testkit.TestPools;
import org.jspecify.annotations.Nullable;
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

  private <T> boolean matters(Kind<T> kind, @Nullable T before, @Nullable T after) {
    var change =
        new Change(
            kind,
            ObjectKey.of("default", "it"),
            Optional.ofNullable(before),
            Optional.ofNullable(after),
            Change.Origin.WATCH);
    return !relevance.keys(change).isEmpty();
  }

  @Test
  void what_default_spread_goes_by_is_a_reason_to_look() {
    var web = new SelectorFacts("default", "it", LabelSelector.ofLabels(Map.of("app", "web")));
    var shop = new SelectorFacts("default", "it", LabelSelector.ofLabels(Map.of("app", "shop")));
    for (var kind :
        List.of(
            Kind.SERVICES, Kind.REPLICATION_CONTROLLERS, Kind.REPLICA_SETS, Kind.STATEFUL_SETS)) {
      assertThat(matters(kind, null, web)).as("a new %s", kind).isTrue();
      assertThat(matters(kind, web, shop)).as("another selector of %s", kind).isTrue();
      assertThat(matters(kind, web, null)).as("no %s any more", kind).isTrue();
      assertThat(matters(kind, web, web)).as("the status of %s", kind).isFalse();
    }
  }

  @Test
  void claims_and_classes_of_devices_are_a_reason_to_look() {
    var open = new ResourceClaimFacts("default", "it", DeviceAsk.NOTHING, new ClaimState.Open());
    var allocated =
        new ResourceClaimFacts(
            "default",
            "it",
            DeviceAsk.NOTHING,
            new ClaimState.Allocated(Reach.EVERYWHERE, List.of()));

    assertThat(matters(Kind.RESOURCE_CLAIMS, open, allocated)).isTrue();
    assertThat(matters(Kind.RESOURCE_CLAIMS, open, open)).isFalse();
    assertThat(matters(Kind.DEVICE_CLASSES, null, new DeviceClassFacts("it", List.of()))).isTrue();
  }

  @Test
  void edited_pool_is_a_reason_to_look() {
    assertThat(matters(TestPools.of("general", spec -> spec.put("weight", 3)))).isTrue();
  }
}
