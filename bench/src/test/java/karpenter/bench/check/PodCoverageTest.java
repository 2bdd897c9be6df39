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
        cluster.check(
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
  void claim_without_pods_is_seen() {
    assertThat(cluster.faults(placed(claim("p", "q"), claim()))).containsExactly(CLAIM_EMPTY);
  }
}
