package karpenter.bench.check;

import static karpenter.bench.check.Cluster.*;
import static karpenter.bench.check.Fault.Code.*;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings("NullAway.Init")
class UnplacedPodsTest {
  private static final List<String> P = List.of("p");
  private static final String FULL = "'limits': {'nodes': '0'},";
  private static final String NEAR =
      "'affinity': {'podAffinity': {'requiredDuringSchedulingIgnoredDuringExecution': [{'topologyKey': 'topology.kubernetes.io/zone', 'labelSelector': {'matchLabels': {'app': '%s'}}}]}},";
  private static final String AWAY =
      "'affinity': {'podAntiAffinity': {'requiredDuringSchedulingIgnoredDuringExecution': [{'topologyKey': 'kubernetes.io/hostname', 'labelSelector': {'matchLabels': {'app': 'q'}}}]}},";

  @TempDir Path directory;
  private Cluster cluster;

  @BeforeEach
  void one_pod() {
    cluster = new Cluster(directory).pods(pod("p", "1"));
  }

  @Test
  void pod_that_a_fresh_node_would_take_is_not_left_out() {
    assertThat(cluster.faults(leavingOut(P))).containsExactly(UNPLACED_FITS);
    assertThat(cluster.check(leavingOut(P)).faults().getFirst().toString())
        .contains("unplaced-fits p")
        .contains("a fresh node of NodePool general (large");

    assertThat(cluster.pods(pod("p", "9")).faults(leavingOut(P))).isEmpty();
  }

  @Test
  void fresh_nodes_stay_within_the_limits() {
    cluster.with("nodepools", pool("general", "'limits': {'cpu': '1'},", ""));
    assertThat(cluster.faults(leavingOut(P))).isEmpty();
    cluster.with("nodepools", pool("general", "'limits': {'cpu': '2'},", ""));
    assertThat(cluster.faults(leavingOut(P))).containsExactly(UNPLACED_FITS);
  }

  @Test
  void pod_that_a_node_would_take_is_not_left_out() {
    cluster.with("nodepools", pool("general", FULL, "")).with("nodes", node("n", "a", ""));
    assertThat(cluster.check(leavingOut(P)).faults().getFirst().toString())
        .contains("unplaced-fits p")
        .contains("node n");

    cluster.with("boundpods", bound("b", "n", "3", ""));
    assertThat(cluster.faults(leavingOut(P))).isEmpty();
    cluster.with("boundpods");
    cluster.with("nodes", node("n", "a", "'unschedulable': true"));
    assertThat(cluster.faults(leavingOut(P))).isEmpty();
  }

  @Test
  void pod_that_a_claim_would_take_is_not_left_out() {
    cluster.with("nodepools", pool("general", "'limits': {'nodes': '1'},", ""));
    cluster.pods(pod("p", "1"), pod("q", "500m"));
    assertThat(cluster.check(leavingOut(P, claim("q"))).faults().getFirst().toString())
        .contains("unplaced-fits p")
        .contains("claim 0");

    cluster.pods(pod("p", "1", AWAY), pod("q", "500m"));
    assertThat(cluster.faults(leavingOut(P, claim("q")))).isEmpty();
    cluster.pods(pod("p", "7500m"), pod("q", "500m"));
    assertThat(cluster.faults(leavingOut(P, claim("q")))).isEmpty();
  }

  @Test
  void pod_that_needs_company_is_left_out_without_it() {
    cluster.pods(pod("p", "1", NEAR.formatted("nobody")));
    assertThat(cluster.faults(leavingOut(P))).isEmpty();

    cluster.pods(pod("p", "1", NEAR.formatted("p")));
    assertThat(cluster.faults(leavingOut(P))).containsExactly(UNPLACED_FITS);
  }

  @Test
  void pod_may_follow_its_company_to_another_zone() {
    cluster.pods(pod("p", "1", NEAR.formatted("q")), pod("q", "7500m"));
    var inC =
        leavingOut(P, claim("'large'", requirement("topology.kubernetes.io/zone", "c"), 0.4, "q"));

    assertThat(cluster.check(inC).faults().getFirst().toString()).contains("zone [c]");
    cluster.with("nodepools", pool("general", "'limits': {'nodes': '1'},", ""));
    assertThat(cluster.faults(inC)).isEmpty();
  }

  @Test
  void label_that_nobody_defines_is_no_place() {
    cluster.pods(pod("p", "1", "'nodeSelector': {'disk': 'fast'},"));

    assertThat(cluster.faults(leavingOut(P))).isEmpty();
  }

  @Test
  void only_so_many_classes_are_tried() {
    var names = IntStream.range(0, 30).mapToObj("p%d"::formatted).toList();
    cluster.pods(names.stream().map(name -> pod(name, "1")).toArray(String[]::new));

    var faults = cluster.check(leavingOut(names)).faults();

    assertThat(faults)
        .hasSize(UnplacedPods.CLASSES)
        .isEqualTo(cluster.check(leavingOut(names)).faults());
  }
}
