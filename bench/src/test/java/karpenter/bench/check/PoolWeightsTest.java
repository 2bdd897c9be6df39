package karpenter.bench.check;

import static karpenter.bench.check.Cluster.*;
import static karpenter.bench.check.Fault.Code.*;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Pool `general` has no weight; what pool `heavy` is differs.
@SuppressWarnings("NullAway.Init")
class PoolWeightsTest {
  private static final String ZONE_KEY = "topology.kubernetes.io/zone";
  private static final String IN_ZONE =
      "'requirements': [{'key': '%s', 'operator': 'In', 'values': [%s]}],";
  private static final String SELECT_B = "'nodeSelector': {'topology.kubernetes.io/zone': 'b'},";

  @TempDir Path directory;
  private Cluster cluster;

  @BeforeEach
  void one_pod() {
    cluster = new Cluster(directory).pods(pod("p", "1"));
  }

  @Test
  void pool_of_higher_weight_comes_first() {
    heavy("'weight': 50,", "");

    assertThat(cluster.faults(placed(claim("p")))).containsExactly(POOL_WEIGHT);
    assertThat(cluster.check(placed(claim("p"))).faults().getFirst().toString())
        .contains("claim 0")
        .contains("NodePool general (weight 0)")
        .contains("pod p")
        .contains("NodePool heavy (weight 50)")
        .contains("large");
    assertThat(cluster.faults(placed(ofPool("heavy", claim("p"))))).isEmpty();
  }

  @Test
  void pool_of_equal_weight_may_be_passed_over() {
    heavy("", "");

    assertThat(cluster.faults(placed(claim("p")))).isEmpty();
  }

  @Test
  void pool_that_cannot_take_the_pod_is_passed_over() {
    cluster.pods(pod("p", "1", SELECT_B));
    var inB = placed(inZone("b", "p"));

    heavy("'weight': 50,", IN_ZONE.formatted(ZONE_KEY, "'a'"));
    assertThat(cluster.faults(inB)).isEmpty();
    heavy("'weight': 50,", "'taints': [{'key': 't', 'effect': 'NoSchedule'}],");
    assertThat(cluster.faults(inB)).isEmpty();
    heavy("'weight': 50,", "'taints': [{'key': 't', 'effect': 'PreferNoSchedule'}],");
    assertThat(cluster.faults(inB)).isEmpty();
    heavy("'weight': 50, 'replicas': 1,", "");
    assertThat(cluster.faults(inB)).isEmpty();
    heavy("'weight': 50,", IN_ZONE.formatted(ZONE_KEY, "'a', 'b'"));
    assertThat(cluster.faults(inB)).containsExactly(POOL_WEIGHT);
  }

  @Test
  void pool_without_a_type_large_enough_is_passed_over() {
    cluster.pods(pod("p", "4"));
    var large = placed(claim("'large'", "", 0.4, "p"));

    heavy("'weight': 50,", IN_ZONE.formatted("node.kubernetes.io/instance-type", "'small'"));
    assertThat(cluster.faults(large)).isEmpty();
    heavy("'weight': 50,", "");
    assertThat(cluster.faults(large)).containsExactly(POOL_WEIGHT);
  }

  @Test
  void pool_at_its_limit_is_passed_over() {
    cluster.pods(pod("p", "1"), pod("q", "1"));
    var onePerPool = placed(ofPool("heavy", claim("p")), claim("q"));

    heavy("'weight': 50, 'limits': {'nodes': '1'},", "");
    assertThat(cluster.faults(onePerPool)).isEmpty();
    heavy("'weight': 50, 'limits': {'cpu': '9'},", "");
    assertThat(cluster.faults(onePerPool)).isEmpty();
    heavy("'weight': 50, 'limits': {'cpu': '10'},", "");
    assertThat(cluster.faults(onePerPool)).containsExactly(POOL_WEIGHT);
  }

  @Test
  void preference_may_lead_to_a_pool_of_lower_weight() {
    var prefersB =
        "'affinity': {'nodeAffinity': {'preferredDuringSchedulingIgnoredDuringExecution': [{'weight': 1, 'preference': {'matchExpressions': [%s]}}]}},"
            .formatted(requirement(ZONE_KEY, "b"));
    cluster.pods(pod("p", "1", prefersB));

    heavy("'weight': 50,", IN_ZONE.formatted(ZONE_KEY, "'a'"));
    assertThat(cluster.faults(placed(inZone("b", "p")))).isEmpty();
    assertThat(cluster.faults(placed(inZone("a", "p")))).containsExactly(POOL_WEIGHT);
  }

  @Test
  void neighbours_may_lead_to_a_zone_the_pool_does_not_sell() {
    var apart =
        "'topologySpreadConstraints': [{'topologyKey': '%s', 'maxSkew': 1, 'whenUnsatisfiable': 'DoNotSchedule', 'labelSelector': {'matchLabels': {'app': 'web'}}}],"
            .formatted(ZONE_KEY);
    cluster.pods(pod("web-1", "1", apart), pod("web-2", "1", apart));
    heavy("'weight': 50,", IN_ZONE.formatted(ZONE_KEY, "'a'"));

    assertThat(cluster.faults(placed(ofPool("heavy", inZone("a", "web-1")), inZone("b", "web-2"))))
        .isEmpty();
    assertThat(cluster.faults(placed(inZone("a", "web-1"), inZone("b", "web-2"))))
        .containsExactly(POOL_WEIGHT);
  }

  @Test
  void pool_that_asks_for_more_variety_than_there_is_is_passed_over() {
    var variety =
        "'requirements': [{'key': 'node.kubernetes.io/instance-type', 'operator': 'Exists', 'minValues': %d}],";

    heavy("'weight': 50,", variety.formatted(3));
    assertThat(cluster.faults(placed(claim("p")))).isEmpty();
    heavy("'weight': 50,", variety.formatted(2));
    assertThat(cluster.faults(placed(claim("p")))).containsExactly(POOL_WEIGHT);
  }

  private void heavy(String fields, String spec) {
    cluster.with("nodepools", pool("general", ""), pool("heavy", fields, spec));
  }
}
