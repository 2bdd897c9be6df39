package karpenter.bench.check;

import static karpenter.bench.check.Cluster.*;
import static karpenter.bench.check.Fault.Code.*;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A bound for equal service may take for granted what the placement gives its pods, and no more.
@SuppressWarnings("NullAway.Init")
class EqualServiceBoundTest {
  private static final String IN_ZONE_A = requirement("topology.kubernetes.io/zone", "a");

  @TempDir Path directory;
  private Cluster cluster;

  @BeforeEach
  void empty_cluster() {
    cluster = new Cluster(directory);
  }

  @Test
  void pods_that_wish_to_be_apart_and_are_pay_for_a_node_each() {
    cluster.pods(pod("web-1", "100m", apart()), pod("web-2", "100m", apart()));
    var claims = claim("web-1") + "," + claim("web-2");

    assertThat(cluster.faults(equalService(claims, 0.2, exclusive(1)))).isEmpty();
    assertThat(cluster.faults(absolute(claims, 0.2, exclusive(1))))
        .containsExactly(BOUND_NOT_EXCLUSIVE);
  }

  @Test
  void wish_to_be_apart_that_is_given_up_is_no_rule() {
    cluster.pods(pod("web-1", "100m", apart()), pod("web-2", "100m", apart()));

    assertThat(cluster.faults(equalService(claim("web-1", "web-2"), 0.1, exclusive(1))))
        .contains(BOUND_NOT_EXCLUSIVE);
  }

  @Test
  void soft_spread_that_holds_leaves_its_skew_on_a_node() {
    cluster.pods(pod("web-1", "100m", spread(1)), pod("web-2", "100m", spread(1)));
    var claims = claim("web-1") + "," + claim("web-2");

    assertThat(cluster.faults(equalService(claims, 0.2, exclusive(1)))).isEmpty();
    assertThat(cluster.faults(equalService(claim("web-1", "web-2"), 0.1, exclusive(1))))
        .contains(BOUND_NOT_EXCLUSIVE);
    cluster.pods(pod("web-1", "100m", spread(2)), pod("web-2", "100m", spread(2)));
    assertThat(cluster.faults(equalService(claims, 0.2, exclusive(1))))
        .containsExactly(BOUND_NOT_EXCLUSIVE);
  }

  @Test
  void lighter_pools_may_be_left_out() {
    cluster.pods(pod("p", "1")).with("nodepools", weighing("general", 5), weighing("light", 1));

    assertThat(cluster.faults(equalService(claim("p"), 0.05, granted("'general'", "")))).isEmpty();
  }

  @Test
  void pools_that_are_no_lighter_may_not_be_left_out() {
    cluster.pods(pod("p", "1")).with("nodepools", weighing("general", 5), weighing("equal", 5));

    assertThat(cluster.faults(equalService(claim("p"), 0.05, granted("'general'", ""))))
        .containsExactly(BOUND_GRANTED);
    assertThat(cluster.faults(equalService(claim("p"), 0.05, granted("'general', 'equal'", ""))))
        .isEmpty();
  }

  @Test
  void pools_that_ask_pods_to_stay_away_may_be_left_out_unless_the_pod_is_in_one() {
    var asking = "'taints': [{'key': 'quiet', 'effect': 'PreferNoSchedule'}],";
    cluster
        .pods(pod("p", "1"))
        .with("nodepools", pool("general", ""), pool("quiet", asking), pool("silent", asking));

    assertThat(cluster.faults(equalService(claim("p"), 0.05, granted("'general'", "")))).isEmpty();
    var inQuiet = ofPool("quiet", claim("p"));
    assertThat(cluster.faults(equalService(inQuiet, 0.05, granted("'general', 'quiet'", ""))))
        .contains(BOUND_GRANTED);
  }

  @Test
  void what_is_left_out_need_not_be_paid_for() {
    var cheap = "'requirements': [%s],".formatted(requirement("kubernetes.io/arch", "arm64"));
    cluster
        .pods(pod("p", "1"))
        .with(
            "instancetypes",
            SMALL,
            LARGE,
            type("cheap", "2", "4Gi", offering("a", 0.01)).replace("amd64", "arm64"))
        .with(
            "nodepools",
            pool(
                "general",
                "'weight': 5,",
                "'requirements': [%s],".formatted(requirement("kubernetes.io/arch", "amd64"))),
            pool("light", cheap));

    assertThat(cluster.faults(equalService(claim("p"), 0.05, granted("'general'", "")))).isEmpty();
    assertThat(cluster.faults(equalService(claim("p"), 0.05, granted("", ""))))
        .containsExactly(BOUND_DUAL_INFEASIBLE);
  }

  @Test
  void wished_nodes_are_those_the_pod_has() {
    var wish =
        """
        'affinity': {'nodeAffinity': {'preferredDuringSchedulingIgnoredDuringExecution': [
          {'weight': 1, 'preference': {'matchExpressions': [%s]}}]}},\
        """
            .formatted(IN_ZONE_A);
    var wished = granted("", "[%s]".formatted(IN_ZONE_A));
    cluster.pods(pod("p", "1", wish));

    assertThat(cluster.faults(equalService(inZone("a", "p"), 0.05, wished))).isEmpty();
    assertThat(cluster.faults(equalService(inZone("b", "p"), 0.05, wished)))
        .contains(BOUND_GRANTED);
    cluster.pods(pod("p", "1"));
    assertThat(cluster.faults(equalService(inZone("a", "p"), 0.05, wished)))
        .contains(BOUND_GRANTED);
  }

  @Test
  void bound_for_all_placements_takes_nothing_for_granted() {
    cluster.pods(pod("p", "1")).with("nodepools", weighing("general", 5), weighing("light", 1));

    assertThat(cluster.faults(absolute(claim("p"), 0.05, granted("'general'", ""))))
        .containsExactly(BOUND_GRANTED);
  }

  @Test
  void pod_on_an_existing_node_has_no_pool() {
    cluster
        .pods(pod("p", "1"), pod("q", "1"))
        .with("nodes", node("n", "a", ""))
        .with("nodepools", weighing("general", 5), weighing("light", 1));

    assertThat(
            cluster.faults(
                """
                {'claims': [%s], 'existing': [{'node': 'n', 'pods': ['q']}],
                 'equalServiceBound': {'value': 0.05, 'certificate': {'prices': {'cpu': 0.05},
                   'granted': [{'nodePools': ['general'], 'pods': ['q']}]}}}\
                """
                    .formatted(claim("p"))))
        .contains(BOUND_GRANTED);
  }

  private static String weighing(String pool, int weight) {
    return pool(pool, "'weight': %d,".formatted(weight), "");
  }

  private static String apart() {
    return """
    'affinity': {'podAntiAffinity': {'preferredDuringSchedulingIgnoredDuringExecution': [
      {'weight': 10, 'podAffinityTerm': {'topologyKey': 'kubernetes.io/hostname',
         'labelSelector': {'matchLabels': {'app': 'web'}}}}]}},\
    """;
  }

  private static String spread(int maxSkew) {
    return """
    'topologySpreadConstraints': [{'maxSkew': %d, 'topologyKey': 'kubernetes.io/hostname',
      'whenUnsatisfiable': 'ScheduleAnyway', 'labelSelector': {'matchLabels': {'app': 'web'}}}],\
    """
        .formatted(maxSkew);
  }

  /// Two pods that pay 0.1 for their places.
  private static String exclusive(int perNode) {
    return """
    'prices': {}, 'exclusive': [
      {'name': 'exclusive:1', 'perNode': %d, 'price': 0.1, 'pods': ['web-1', 'web-2']}]\
    """
        .formatted(perNode);
  }

  /// The pod p pays for its cpu.
  private static String granted(String nodePools, String wishes) {
    return """
    'prices': {'cpu': 0.05}, 'granted': [{'nodePools': [%s], 'wishes': [%s], 'pods': ['p']}]\
    """
        .formatted(nodePools, wishes);
  }

  private static String equalService(String claims, double value, String certificate) {
    return bounded("equalServiceBound", claims, value, certificate);
  }

  private static String absolute(String claims, double value, String certificate) {
    return bounded("bound", claims, value, certificate);
  }

  private static String bounded(String name, String claims, double value, String certificate) {
    return "{'claims': [%s], '%s': {'value': %s, 'certificate': {%s}}}"
        .formatted(claims, name, value, certificate);
  }
}
