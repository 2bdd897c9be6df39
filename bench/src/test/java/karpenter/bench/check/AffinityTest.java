package karpenter.bench.check;

import static karpenter.bench.check.Cluster.*;
import static karpenter.bench.check.Fault.Code.*;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings("NullAway.Init")
class AffinityTest {
  private static final String ZONE_KEY = "topology.kubernetes.io/zone";
  private static final String HOST = "kubernetes.io/hostname";
  @TempDir Path directory;
  private Cluster cluster;

  @BeforeEach
  void empty_cluster() {
    cluster = new Cluster(directory);
  }

  @Test
  void pod_must_be_in_the_zone_of_its_friend() {
    cluster.pods(pod("web-1", "1", near(ZONE_KEY, "db")), pod("db-1", "500m"));

    assertThat(cluster.faults(placed(inZone("a", "web-1"), inZone("a", "db-1")))).isEmpty();
    assertThat(cluster.faults(placed(inZone("a", "web-1"), inZone("b", "db-1"))))
        .containsExactly(AFFINITY);
  }

  @Test
  void pods_on_one_open_claim_share_its_zone() {
    cluster.pods(pod("web-1", "1", near(ZONE_KEY, "db")), pod("db-1", "500m"));

    assertThat(cluster.faults(placed(claim("web-1", "db-1")))).isEmpty();
    assertThat(cluster.faults(placed(inZone("a", "web-1"), claim("db-1"))))
        .containsExactly(AFFINITY);
  }

  @Test
  void first_pod_of_its_kind_may_go_anywhere_and_the_rest_follow() {
    cluster.pods(
        pod("web-1", "1", near(ZONE_KEY, "web")), pod("web-2", "1", near(ZONE_KEY, "web")));

    assertThat(cluster.faults(placed(inZone("a", "web-1"), inZone("a", "web-2")))).isEmpty();
    assertThat(cluster.faults(placed(inZone("a", "web-1"), inZone("b", "web-2"))))
        .containsExactly(AFFINITY);
  }

  @Test
  void stated_order_is_tried_first() {
    cluster.pods(
        pod("db-1", "1", near(ZONE_KEY, "db")),
        pod("web-1", "500m", near(ZONE_KEY, "db")),
        pod("web-2", "100m", near(ZONE_KEY, "web")));
    var claims = inZone("b", "db-1", "web-1") + "," + inZone("a", "web-2");

    // web-2 may choose its zone only as long as there is no other web pod.
    assertThat(cluster.faults(placed(claims))).containsExactly(AFFINITY);
    assertThat(
            cluster.faults(
                "{'claims': [%s], 'order': ['web-2', 'db-1', 'web-1']}".formatted(claims)))
        .isEmpty();
  }

  @Test
  void friend_in_another_namespace_must_be_named() {
    var other =
        pod("db-1", "500m").replace("'name': 'db-1'", "'name': 'db-1', 'namespace': 'data'");
    var placement = placed(inZone("a", "web-1"), inZone("a", "db-1"));

    cluster.pods(pod("web-1", "1", near(ZONE_KEY, "db")), other);
    assertThat(cluster.faults(placement)).containsExactly(AFFINITY);

    var named =
        near(ZONE_KEY, "db").replace("'topologyKey'", "'namespaces': ['data'], 'topologyKey'");
    assertThat(cluster.pods(pod("web-1", "1", named), other).faults(placement)).isEmpty();

    var selected =
        near(ZONE_KEY, "db")
            .replace(
                "'topologyKey'",
                "'namespaceSelector': {'matchLabels': {'tier': 'data'}}, 'topologyKey'");
    assertThat(cluster.pods(pod("web-1", "1", selected), other).faults(placement))
        .containsExactly(AFFINITY);
    cluster.with("namespaces", "{'metadata': {'name': 'data', 'labels': {'tier': 'data'}}}");
    assertThat(cluster.faults(placement)).isEmpty();
  }

  @Test
  void enemies_must_not_share_a_host() {
    cluster.pods(
        pod("web-1", "500m", apart(HOST, "web")), pod("web-2", "500m", apart(HOST, "web")));

    assertThat(cluster.faults(placed(claim("web-1"), claim("web-2")))).isEmpty();
    assertThat(cluster.faults(placed(claim("web-1", "web-2")))).containsExactly(ANTI_AFFINITY);
  }

  @Test
  void enmity_of_one_side_is_enough_in_any_order() {
    var placement = placed(claim("web-1", "db-1"));

    cluster.pods(pod("web-1", "1", apart(HOST, "db")), pod("db-1", "500m"));
    assertThat(cluster.faults(placement)).containsExactly(ANTI_AFFINITY);
    cluster.pods(pod("web-1", "500m", apart(HOST, "db")), pod("db-1", "1"));
    assertThat(cluster.faults(placement)).containsExactly(ANTI_AFFINITY);
  }

  @Test
  void bound_enemy_keeps_pods_away() {
    cluster.with("nodes", node("n", "a", "")).pods(pod("db-1", "1"));
    cluster.with("boundpods", bound("web-0", "n", "1", apart(ZONE_KEY, "db")));

    assertThat(cluster.faults(onNode("n", "db-1"))).containsExactly(ANTI_AFFINITY);
    assertThat(cluster.faults(placed(inZone("a", "db-1")))).containsExactly(ANTI_AFFINITY);
    assertThat(cluster.faults(placed(inZone("b", "db-1")))).isEmpty();
  }

  @Test
  void open_claim_blocks_every_zone_it_may_get() {
    cluster.pods(
        pod("web-1", "1", apart(ZONE_KEY, "web")), pod("web-2", "1", apart(ZONE_KEY, "web")));

    assertThat(cluster.faults(placed(inZone("a", "web-1"), inZone("b", "web-2")))).isEmpty();
    assertThat(cluster.faults(placed(claim("web-1"), inZone("b", "web-2"))))
        .containsExactly(ANTI_AFFINITY);
  }

  @Test
  void mismatched_label_keys_narrow_the_enemies() {
    var others =
        apart(HOST, "web").replace("'topologyKey'", "'mismatchLabelKeys': ['app'], 'topologyKey'");
    cluster.pods(pod("web-1", "500m", others), pod("web-2", "500m", others));

    assertThat(cluster.faults(placed(claim("web-1", "web-2")))).isEmpty();
  }

  private static String near(String key, String app) {
    return required("podAffinity", key, app);
  }

  private static String apart(String key, String app) {
    return required("podAntiAffinity", key, app);
  }

  private static String required(String kind, String key, String app) {
    return """
        'affinity': {'%s': {'requiredDuringSchedulingIgnoredDuringExecution': [
          {'topologyKey': '%s', 'labelSelector': {'matchLabels': {'app': '%s'}}}]}},"""
        .formatted(kind, key, app);
  }

  @Test
  void group_on_one_node_may_start_before_others_of_its_kind() {
    var together = pod("web-1", "1", near(HOST, "web"));
    var toldLate =
        placed(inZone("a", "web-1"), inZone("a", "web-2"))
            .replaceFirst("}$", ", 'order': ['web-2', 'web-1']}");

    cluster.pods(together, pod("web-2", "1", near(ZONE_KEY, "web")));
    assertThat(cluster.faults(toldLate)).isEmpty();
    cluster.pods(together, pod("web-2", "1", near(HOST, "web")));
    assertThat(cluster.faults(toldLate)).containsExactly(AFFINITY);
  }
}
