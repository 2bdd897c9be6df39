package karpenter.bench.check;

import static karpenter.bench.check.Cluster.*;
import static karpenter.bench.check.Fault.Code.*;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings("NullAway.Init")
class PodCoverageTest {
  @TempDir Path directory;
  private Cluster cluster;

  @BeforeEach
  void two_pods() {
    cluster = new Cluster(directory).pods(pod("p", "1"), pod("q", "500m"));
  }

  @Test
  void every_pod_placed_once_is_sound() {
    var report = cluster.check(placed(claim("p", "q")));

    assertThat(report.faults()).isEmpty();
    assertThat(report.price()).isEqualTo(0.1);
    assertThat(report.nodes()).isEqualTo(1);
  }

  @Test
  void pod_reported_as_unplaced_is_no_fault() {
    var report =
        cluster
            .pods(pod("p", "1"), pod("q", "9"))
            .check(
                "{'claims': [%s], 'unplaced': [{'pod': 'q', 'error': 'no room'}]}"
                    .formatted(claim("p")));

    assertThat(report.faults()).isEmpty();
    assertThat(report.unplaced()).isEqualTo(1);
  }

  @Test
  void pod_that_is_nowhere_is_lost() {
    assertThat(cluster.faults(placed(claim("p")))).containsExactly(POD_LOST);
  }

  @Test
  void pod_on_two_claims_is_seen() {
    assertThat(cluster.faults(placed(claim("p", "q"), claim("p")))).containsExactly(POD_TWICE);
  }

  @Test
  void pod_both_placed_and_unplaced_is_seen() {
    assertThat(
            cluster.faults(
                "{'claims': [%s], 'unplaced': [{'pod': 'q'}]}".formatted(claim("p", "q"))))
        .containsExactly(POD_TWICE);
  }

  @Test
  void pod_from_elsewhere_is_unknown() {
    assertThat(cluster.faults(placed(claim("p", "q", "stranger")))).containsExactly(POD_UNKNOWN);
  }

  @Test
  void claim_of_a_pool_that_is_not_there_is_seen() {
    assertThat(cluster.faults(placed(claim("p", "q").replace("general", "gone"))))
        .containsExactly(POOL_UNUSABLE);
  }

  @Test
  void node_that_is_not_there_is_seen() {
    assertThat(cluster.faults(onNode("gone", "p", "q"))).containsExactly(NODE_UNKNOWN);
  }

  @Test
  void leaving_node_takes_no_pods_and_sends_its_own_away() {
    var leaving =
        node("n", "a", "")
            .replace("'labels'", "'deletionTimestamp': '2026-01-01T00:00:00Z', 'labels'");
    cluster.with("nodes", leaving).with("boundpods", bound("b", "n", "100m", ""));

    assertThat(cluster.faults(placed(claim("p", "q")))).containsExactly(POD_LOST);
    assertThat(cluster.faults(placed(claim("p", "q", "b")))).isEmpty();
    assertThat(cluster.faults(onNode("n", "p", "q", "b"))).containsExactly(NODE_UNKNOWN);
  }

  @Test
  void node_in_flight_takes_pods() {
    cluster.with(
        "nodeclaims",
        """
        {'metadata': {'name': 'claim-1', 'labels': {'karpenter.sh/nodepool': 'general'}},
         'spec': {'startupTaints': [{'key': 'k', 'effect': 'NoSchedule'}]},
         'status': {'capacity': {'cpu': '2'}, 'allocatable': {'cpu': '1900m', 'pods': '10'}}}""");

    assertThat(cluster.faults(onNode("claim-1", "p", "q"))).isEmpty();
    cluster.pods(pod("p", "1"), pod("q", "1"));
    assertThat(cluster.faults(onNode("claim-1", "p", "q"))).containsExactly(NODE_OVERCOMMITTED);
  }

  @Test
  void claim_without_pods_is_seen() {
    assertThat(cluster.faults(placed(claim("p", "q"), claim()))).containsExactly(CLAIM_EMPTY);
  }
}
