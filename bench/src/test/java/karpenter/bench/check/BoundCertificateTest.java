package karpenter.bench.check;

import static karpenter.bench.check.Cluster.*;
import static karpenter.bench.check.Fault.Code.*;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A small node gives 1.9 cpu for 0.1, a large one 7.9 for 0.4: a cpu is worth at most 0.0506.
@SuppressWarnings("NullAway.Init")
class BoundCertificateTest {
  @TempDir Path directory;
  private Cluster cluster;

  @BeforeEach
  void one_pod_of_one_cpu() {
    cluster = new Cluster(directory).pods(pod("p", "1"));
  }

  @Test
  void bound_that_its_prices_prove_is_sound() {
    assertThat(cluster.faults(bounded(0.05, "'cpu': 0.05"))).isEmpty();
  }

  @Test
  void value_beyond_what_the_prices_prove_is_seen() {
    assertThat(cluster.faults(bounded(0.06, "'cpu': 0.05"))).containsExactly(BOUND_UNPROVEN);
  }

  @Test
  void prices_that_make_a_type_worth_more_than_it_costs_are_seen() {
    assertThat(cluster.faults(bounded(0.06, "'cpu': 0.06"))).containsExactly(BOUND_DUAL_INFEASIBLE);
  }

  @Test
  void negative_price_is_seen() {
    assertThat(cluster.faults(bounded(0.0, "'cpu': 0.05, 'memory': -0.1")))
        .containsExactly(BOUND_PRICE_NEGATIVE);
  }

  @Test
  void bound_above_the_price_is_seen() {
    assertThat(cluster.faults(bounded(0.2, "'cpu': 0.2")))
        .containsExactly(BOUND_DUAL_INFEASIBLE, BOUND_ABOVE_PRICE);
  }

  @Test
  void bound_may_count_what_nodes_cost_beside_their_prices() {
    assertThat(cluster.nodeCost(0.1).faults(bounded(0.06, "'cpu': 0.06"))).isEmpty();
    assertThat(cluster.nodeCost(0.1).faults(bounded(0.07, "'cpu': 0.07")))
        .containsExactly(BOUND_DUAL_INFEASIBLE);
  }

  @Test
  void node_cost_of_a_pool_counts_before_that_of_all() {
    cluster
        .nodeCost(0.1)
        .with(
            "nodepools",
            pool("general", "")
                .replaceFirst(
                    "'name': 'general'",
                    "'name': 'general', 'annotations': {'karpenter-jvm.dev/node-cost': '0'}"));

    assertThat(cluster.faults(bounded(0.06, "'cpu': 0.06"))).containsExactly(BOUND_DUAL_INFEASIBLE);
  }

  @Test
  void room_that_daemons_take_need_not_be_paid_for() {
    cluster.with(
        "daemonsets",
        """
        {'metadata': {'name': 'd'}, 'spec': {'template': {'spec': {
          'containers': [{'name': 'c', 'resources': {'requests': {'cpu': '900m'}}}]}}}}\
        """);

    assertThat(cluster.faults(bounded(0.057, "'cpu': 0.057"))).isEmpty();
  }

  @Test
  void type_that_no_pool_can_buy_proves_nothing() {
    cluster.with(
        "instancetypes",
        SMALL,
        LARGE,
        type("gift", "64", "64Gi", offering("a", 0.01)).replace("amd64", "arm64"));
    assertThat(cluster.faults(bounded(0.05, "'cpu': 0.05"))).contains(BOUND_DUAL_INFEASIBLE);

    cluster.with(
        "nodepools",
        pool(
            "general",
            "'requirements': [%s],".formatted(requirement("kubernetes.io/arch", "amd64"))));
    assertThat(cluster.faults(bounded(0.05, "'cpu': 0.05"))).isEmpty();
  }

  @Test
  void pods_on_existing_nodes_prove_nothing_about_new_ones() {
    cluster.pods(pod("p", "1"), pod("q", "1")).with("nodes", node("n", "a", ""));

    assertThat(
            cluster.faults(
                """
                {'claims': [%s], 'existing': [{'node': 'n', 'pods': ['q']}],
                 'bound': {'value': 0.08, 'certificate': {'prices': {'cpu': 0.05}}}}\
                """
                    .formatted(claim("p"))))
        .containsExactly(BOUND_UNPROVEN);
  }

  @Test
  void pods_that_exclude_each_other_pay_for_a_node_each() {
    var apart = antiAffinity("web");
    cluster.pods(pod("web-1", "1", apart), pod("web-2", "1", apart));

    assertThat(cluster.faults(exclusive(0.2, 1))).isEmpty();
  }

  @Test
  void pods_that_nothing_keeps_apart_are_seen() {
    cluster.pods(pod("web-1", "1"), pod("web-2", "1"));

    assertThat(cluster.faults(exclusive(0.2, 1))).containsExactly(BOUND_NOT_EXCLUSIVE);
  }

  @Test
  void anti_affinity_to_others_keeps_nobody_apart() {
    var apart = antiAffinity("db");
    cluster.pods(pod("web-1", "1", apart), pod("web-2", "1", apart));

    assertThat(cluster.faults(exclusive(0.2, 1))).containsExactly(BOUND_NOT_EXCLUSIVE);
  }

  @Test
  void hostname_spread_leaves_its_skew_on_a_node() {
    var spread =
        """
        'topologySpreadConstraints': [{'maxSkew': 2, 'topologyKey': 'kubernetes.io/hostname',
          'whenUnsatisfiable': 'DoNotSchedule', 'labelSelector': {'matchLabels': {'app': 'web'}}}],\
        """;
    cluster.pods(pod("web-1", "1", spread), pod("web-2", "1", spread));

    assertThat(cluster.faults(exclusive(0.2, 1))).containsExactly(BOUND_NOT_EXCLUSIVE);
    assertThat(cluster.faults(exclusive(0.2, 2))).containsExactly(BOUND_DUAL_INFEASIBLE);
  }

  @Test
  void class_with_prices_of_its_own_is_bound_by_the_types_it_can_use() {
    var large = "'nodeSelector': {'node.kubernetes.io/instance-type': 'large'},";
    cluster.with(
        "instancetypes",
        type("small", "2", "4Gi", offering("a", 0.01)),
        type("large", "8", "16Gi", offering("a", 0.4)));
    var priced =
        """
        {'claims': [{'nodepool': 'general', 'instanceTypes': ['large'], 'pods': ['p']}],
         'bound': {'value': 0.05, 'certificate': {'prices': {},
           'classes': [{'prices': {'cpu': 0.05}, 'pods': ['p']}]}}}\
        """;

    cluster.pods(pod("p", "1", large));
    assertThat(cluster.faults(priced)).doesNotContain(BOUND_DUAL_INFEASIBLE, BOUND_UNPROVEN);

    cluster.pods(pod("p", "1"));
    assertThat(cluster.faults(priced)).contains(BOUND_DUAL_INFEASIBLE);
  }

  @Test
  void whole_pods_that_leave_room_may_pay_for_all_of_the_node() {
    cluster.pods(pod("p", "1"), pod("q", "1"));

    assertThat(cluster.faults(whole(0.2, 0.1, ""))).isEmpty();
  }

  @Test
  void whole_pods_that_pay_more_than_their_node_costs_are_seen() {
    cluster.pods(pod("p", "1"), pod("q", "1"));

    assertThat(cluster.faults(whole(0.2, 0.11, ""))).containsOnly(BOUND_DUAL_INFEASIBLE);
    assertThat(cluster.faults(whole(0.2, 0.09, ""))).containsExactly(BOUND_UNPROVEN);
    assertThat(cluster.faults(whole(0.0, -0.1, ""))).contains(BOUND_PRICE_NEGATIVE);
  }

  @Test
  void whole_pods_that_fit_a_node_together_must_not_pay_more_together() {
    cluster.pods(pod("p", "900m"), pod("q", "900m"));

    assertThat(cluster.faults(whole(0.1, 0.05, ""))).isEmpty();
    assertThat(cluster.faults(whole(0.2, 0.1, ""))).containsOnly(BOUND_DUAL_INFEASIBLE);
  }

  @Test
  void limits_are_not_said_to_leave_less_than_they_do() {
    cluster
        .pods(pod("p", "1"), pod("q", "1"))
        .with("nodepools", pool("general", "'limits': {'cpu': '16'},", ""));

    assertThat(cluster.faults(whole(0.04, 0.1, quota(16, 0.01)))).isEmpty();
    assertThat(cluster.faults(whole(0.04, 0.1, quota(15, 0.01)))).containsExactly(BOUND_QUOTA);
    assertThat(cluster.faults(whole(0.2, 0.1, quota(16, 0.01)))).containsExactly(BOUND_UNPROVEN);
  }

  /// Two pods on a small node each, which pay as wholes.
  private static String whole(double value, double price, String quotas) {
    return """
    {'claims': [%s, %s], 'bound': {'value': %s, 'certificate': {'prices': {},
      'pods': [{'price': %s, 'pods': ['p', 'q']}], 'quotas': [%s]}}}\
    """
        .formatted(claim("p"), claim("q"), value, price, quotas);
  }

  private static String quota(double amount, double price) {
    return "{'pool': 'general', 'resource': 'cpu', 'amount': %s, 'price': %s}"
        .formatted(amount, price);
  }

  private static String antiAffinity(String app) {
    return """
    'affinity': {'podAntiAffinity': {'requiredDuringSchedulingIgnoredDuringExecution': [
      {'topologyKey': 'kubernetes.io/hostname', 'labelSelector': {'matchLabels': {'app': '%s'}}}]}},\
    """
        .formatted(app);
  }

  /// Two pods on a small node each, which pay 0.1 for their places.
  private static String exclusive(double value, int perNode) {
    return """
    {'claims': [%s, %s], 'bound': {'value': %s, 'certificate': {'prices': {},
      'exclusive': [{'name': 'exclusive:1', 'perNode': %d, 'price': 0.1, 'pods': ['web-1', 'web-2']}]}}}\
    """
        .formatted(claim("web-1"), claim("web-2"), value, perNode);
  }

  private static String bounded(double value, String prices) {
    return "{'claims': [%s], 'bound': {'value': %s, 'certificate': {'prices': {%s}}}}"
        .formatted(claim("p"), value, prices);
  }
}
