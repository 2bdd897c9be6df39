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
  void room_that_daemons_take_need_not_be_paid_for() {
    cluster.with(
        "daemonsets",
        """
        {'metadata': {'name': 'd'}, 'spec': {'template': {'spec': {
          'containers': [{'name': 'c', 'resources': {'requests': {'cpu': '900m'}}}]}}}}""");

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
                 'bound': {'value': 0.08, 'certificate': {'prices': {'cpu': 0.05}}}}"""
                    .formatted(claim("p"))))
        .containsExactly(BOUND_UNPROVEN);
  }

  private static String bounded(double value, String prices) {
    return "{'claims': [%s], 'bound': {'value': %s, 'certificate': {'prices': {%s}}}}"
        .formatted(claim("p"), value, prices);
  }
}
