package karpenter.core.nodepool;

import static karpenter.core.nodepool.PoolFixture.CREATED;
import static karpenter.core.nodepool.PoolFixture.meta;
import static karpenter.core.nodepool.PoolFixture.pool;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.facts.Conditions;
import karpenter.core.facts.Meta;
import karpenter.core.facts.NodeClassRef;
import karpenter.core.facts.NodeFacts;
import karpenter.core.requirement.Requirements;
import karpenter.core.resource.Resources;
import org.junit.jupiter.api.Test;

class PoolUsageTest {
  private static final Meta META = meta("a", 1, Optional.empty());

  private static ClaimFacts claim(Map<String, Long> capacity) {
    return new ClaimFacts(
        META,
        new NodeClassRef("test.sh", "TestNodeClass", "default"),
        Requirements.none(),
        Resources.none(),
        List.of(),
        List.of(),
        Optional.empty(),
        Optional.empty(),
        Optional.of("test://a"),
        Optional.empty(),
        Optional.empty(),
        Resources.of(capacity),
        Resources.none(),
        Optional.empty(),
        Conditions.stored(List.of()));
  }

  private static NodeFacts node(Meta meta, Map<String, Long> capacity) {
    return new NodeFacts(
        meta,
        Optional.of("test://a"),
        false,
        List.of(),
        Resources.of(capacity),
        Resources.none(),
        List.of());
  }

  @Test
  void a_pool_without_nodes_shows_zeros() {
    assertThat(PoolUsage.of(List.of()))
        .isEqualTo(
            Resources.of(
                Map.of("cpu", 0L, "memory", 0L, "pods", 0L, "ephemeral-storage", 0L, "nodes", 0L)));
  }

  @Test
  void until_a_node_is_initialized_what_it_lacks_counts_as_promised() {
    var claim = claim(Map.of("cpu", 4000L, "gpu", 2L));
    var young = node(META, Map.of("cpu", 3000L, "gpu", 0L));
    var grown =
        node(META.withLabel("karpenter.sh/initialized", "true"), Map.of("cpu", 3000L, "gpu", 0L));

    var without = PoolUsage.of(List.of(new PoolUsage.Member(claim, Optional.empty())));
    var starting = PoolUsage.of(List.of(new PoolUsage.Member(claim, Optional.of(young))));
    var started = PoolUsage.of(List.of(new PoolUsage.Member(claim, Optional.of(grown))));

    assertThat(without.get("cpu")).isEqualTo(4000);
    assertThat(starting.get("cpu")).isEqualTo(3000);
    assertThat(starting.get("gpu")).isEqualTo(2);
    assertThat(started.get("gpu")).isEqualTo(0);
    assertThat(started.get("nodes")).isEqualTo(1);
  }

  @Test
  void what_goes_counts_no_more() {
    assertThat(PoolUsage.isGoing(claim(Map.of()))).isFalse();
    assertThat(PoolUsage.isGoing(claim(Map.of()).withMeta(meta("a", 1, Optional.of(CREATED)))))
        .isTrue();
    assertThat(PoolUsage.isGoing(claim(Map.of()).setTrue(ClaimFacts.INSTANCE_TERMINATING, CREATED)))
        .isTrue();
  }

  @Test
  void a_claim_of_another_procedure_gets_a_comparable_fingerprint_unless_it_drifted() {
    var old = claim(Map.of());
    var drifted = old.setTrue(ClaimFacts.DRIFTED, CREATED);
    var current = old.withMeta(META.withAnnotation(Fingerprint.HASH_VERSION, Fingerprint.VERSION));

    var restamped = Fingerprint.restamped(old, pool()).orElseThrow().meta();
    var left = Fingerprint.restamped(drifted, pool()).orElseThrow().meta();

    assertThat(restamped.annotation(Fingerprint.HASH)).isEqualTo("42");
    assertThat(restamped.annotation(Fingerprint.HASH_VERSION)).isEqualTo("v3");
    assertThat(left.annotation(Fingerprint.HASH)).isEmpty();
    assertThat(left.annotation(Fingerprint.HASH_VERSION)).isEqualTo("v3");
    assertThat(Fingerprint.restamped(current, pool())).isEmpty();
  }

  @Test
  void a_pool_is_migrating_until_its_own_fingerprint_is_written() {
    assertThat(Fingerprint.isMigrating(pool())).isTrue();
    assertThat(Fingerprint.isMigrating(Fingerprint.written(pool()))).isFalse();
    assertThat(Fingerprint.written(pool()).meta().annotation(Fingerprint.HASH)).isEqualTo("42");
  }
}
