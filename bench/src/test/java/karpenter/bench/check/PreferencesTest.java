package karpenter.bench.check;

import static karpenter.bench.check.Cluster.*;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings("NullAway.Init")
class PreferencesTest {
  private static final String ZONE_KEY = "topology.kubernetes.io/zone";
  private static final String HOST = "kubernetes.io/hostname";
  @TempDir Path directory;
  private Cluster cluster;

  @BeforeEach
  void empty_cluster() {
    cluster = new Cluster(directory);
  }

  @Test
  void preferred_node_counts_when_it_is_certain() {
    cluster.pods(
        pod(
            "p",
            "1",
            """
            'affinity': {'nodeAffinity': {'preferredDuringSchedulingIgnoredDuringExecution': [
              {'weight': 7, 'preference': {'matchExpressions': [%s]}}]}},"""
                .formatted(requirement(ZONE_KEY, "a"))));

    assertThat(cluster.check(placed(inZone("a", "p"))).preferenceWeight()).isEqualTo(7);
    assertThat(cluster.check(placed(claim("p"))).preferenceWeight()).isZero();
    assertThat(cluster.check(placed(claim("p"))).faults()).isEmpty();
  }

  @Test
  void company_counts_but_a_pod_is_no_company_to_itself() {
    var near = preferred("podAffinity", ZONE_KEY);
    cluster.pods(pod("web-1", "500m", near), pod("web-2", "500m", near));

    assertThat(weight(placed(inZone("a", "web-1"), inZone("a", "web-2")))).isEqualTo(20);
    assertThat(weight(placed(inZone("a", "web-1"), inZone("b", "web-2")))).isZero();
    assertThat(weight(placed(claim("web-1", "web-2")))).isEqualTo(20);
    assertThat(weight(placed(claim("web-1"), claim("web-2")))).isZero();
  }

  @Test
  void solitude_counts_when_nobody_may_come() {
    var apart = preferred("podAntiAffinity", HOST);
    cluster.pods(pod("web-1", "500m", apart), pod("web-2", "500m", apart));

    assertThat(weight(placed(claim("web-1"), claim("web-2")))).isEqualTo(20);
    assertThat(weight(placed(claim("web-1", "web-2")))).isZero();
  }

  @Test
  void soft_spread_is_counted_apart_and_never_a_fault() {
    var soft =
        """
        'topologySpreadConstraints': [{'topologyKey': '%s', 'maxSkew': 1,
          'whenUnsatisfiable': 'ScheduleAnyway', 'labelSelector': {'matchLabels': {'app': 'web'}}}],"""
            .formatted(ZONE_KEY);
    cluster.pods(pod("web-1", "500m", soft), pod("web-2", "500m", soft));

    var spread = cluster.check(placed(inZone("a", "web-1"), inZone("b", "web-2")));
    var lumped = cluster.check(placed(inZone("a", "web-1"), inZone("a", "web-2")));

    assertThat(spread.softSpreadsMet()).isEqualTo(2);
    assertThat(lumped.softSpreadsMet()).isZero();
    assertThat(lumped.faults()).isEmpty();
    assertThat(spread.preferenceWeight()).isZero();
  }

  private long weight(String placement) {
    return cluster.check(placement).preferenceWeight();
  }

  private static String preferred(String kind, String key) {
    return """
        'affinity': {'%s': {'preferredDuringSchedulingIgnoredDuringExecution': [{'weight': 10,
          'podAffinityTerm': {'topologyKey': '%s', 'labelSelector': {'matchLabels': {'app': 'web'}}}}]}},"""
        .formatted(kind, key);
  }
}
