package karpenter.bench.check;

import static karpenter.bench.check.Cluster.*;
import static karpenter.bench.check.Fault.Code.*;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings("NullAway.Init")
class DaemonSetTest {
  @TempDir Path directory;
  private Cluster cluster;

  @BeforeEach
  void one_pod_that_nearly_fills_a_small_node() {
    cluster = new Cluster(directory).pods(pod("p", "1800m"));
  }

  @Test
  void daemon_that_runs_everywhere_takes_room_from_every_type() {
    cluster.with("daemonsets", daemon("", "'requests'"));

    assertThat(cluster.faults(placed(claim("p")))).containsExactly(TYPE_TOO_SMALL);
    assertThat(cluster.faults(placed(claim("'large'", "", 0.4, "p")))).isEmpty();
  }

  @Test
  void daemon_whose_limit_is_its_request_counts_too() {
    cluster.with("daemonsets", daemon("", "'limits'"));

    assertThat(cluster.faults(placed(claim("p")))).containsExactly(TYPE_TOO_SMALL);
  }

  @Test
  void daemon_for_other_nodes_takes_no_room() {
    cluster.with(
        "daemonsets", daemon("'nodeSelector': {'kubernetes.io/arch': 'arm64'},", "'requests'"));

    assertThat(cluster.faults(placed(claim("p")))).isEmpty();
  }

  @Test
  void daemon_that_does_not_tolerate_the_pool_takes_no_room() {
    var taint = "{'key': 'k', 'effect': 'NoSchedule'}";
    cluster.with("daemonsets", daemon("", "'requests'"));
    cluster.with("nodepools", pool("general", "'taints': [%s],".formatted(taint)));
    cluster.pods(pod("p", "1800m", "'tolerations': [{'operator': 'Exists'}],"));

    assertThat(cluster.faults(placed(claim("p")))).isEmpty();
  }

  @Test
  void daemon_that_matches_one_of_several_terms_takes_room() {
    var terms =
        """
        'affinity': {'nodeAffinity': {'requiredDuringSchedulingIgnoredDuringExecution': {
          'nodeSelectorTerms': [{'matchExpressions': [%s]}, {'matchExpressions': [%s]}]}}},"""
            .formatted(
                requirement("kubernetes.io/arch", "arm64"),
                requirement("kubernetes.io/arch", "amd64"));
    cluster.with("daemonsets", daemon(terms, "'requests'"));

    assertThat(cluster.faults(placed(claim("p")))).containsExactly(TYPE_TOO_SMALL);
  }

  @Test
  void node_keeps_room_for_a_daemon_it_still_expects() {
    cluster.with("nodes", node("n", "a", "")).pods(pod("p", "3850m"));
    assertThat(cluster.faults(onNode("n", "p"))).isEmpty();

    cluster.with("daemonsets", daemon("", "'requests'"));
    assertThat(cluster.faults(onNode("n", "p"))).containsExactly(NODE_OVERCOMMITTED);
  }

  @Test
  void daemon_that_already_runs_is_not_expected_again() {
    cluster.with("nodes", node("n", "a", "")).pods(pod("p", "3700m"));
    cluster.with("daemonsets", daemon("", "'requests'"));
    cluster.with(
        "boundpods",
        bound("d", "n", "200m", "")
            .replace("'uid'", "'ownerReferences': [{'kind': 'DaemonSet', 'name': 'd'}], 'uid'"));

    assertThat(cluster.faults(onNode("n", "p"))).isEmpty();
  }

  @Test
  void daemon_holds_its_host_port() {
    var port = "'ports': [{'containerPort': 1, 'hostPort': 80}],";
    cluster.with(
        "daemonsets", daemon("", "'requests'").replace("'name': 'c',", "'name': 'c'," + port));
    var asking = pod("p", "100m").replace("'name': 'c',", "'name': 'c'," + port);

    assertThat(cluster.pods(asking).faults(placed(claim("p")))).containsExactly(HOST_PORT);
  }

  private static String daemon(String spec, String kind) {
    return """
        {'metadata': {'name': 'd'}, 'spec': {'template': {'spec': {%s
          'containers': [{'name': 'c', 'resources': {%s: {'cpu': '200m'}}}]}}}}"""
        .formatted(spec, kind);
  }
}
