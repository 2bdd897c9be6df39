package karpenter.bench.check;

import static karpenter.bench.check.Cluster.*;
import static karpenter.bench.check.Fault.Code.*;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// One node is allowed, and pod `bulk` has it.
@SuppressWarnings("NullAway.Init")
class PrioritiesTest {
  private static final List<String> URGENT = List.of("urgent");
  private static final String BOUGHT_FOR_BULK =
      leavingOut(URGENT, claim("'large'", "", 0.4, "bulk"));

  @TempDir Path directory;
  private Cluster cluster;

  @BeforeEach
  void one_node() {
    cluster =
        new Cluster(directory).with("nodepools", pool("general", "'limits': {'nodes': '1'},", ""));
  }

  @Test
  void pod_of_lower_priority_takes_no_room_from_one_of_higher() {
    pods("", "'priority': 1000,");

    assertThat(cluster.faults(BOUGHT_FOR_BULK)).containsExactly(PRIORITY);
    assertThat(cluster.check(BOUGHT_FOR_BULK).faults().getFirst().toString())
        .contains("priority urgent")
        .contains("priority 1000")
        .contains("the 1 placed pods of lower priority")
        .contains("NodePool general");
  }

  @Test
  void pods_of_equal_or_higher_priority_may_come_first() {
    pods("", "");
    assertThat(cluster.faults(BOUGHT_FOR_BULK)).isEmpty();
    pods("'priority': 2000,", "'priority': 1000,");
    assertThat(cluster.faults(BOUGHT_FOR_BULK)).isEmpty();
  }

  @Test
  void pod_that_no_node_could_take_has_nothing_to_lose() {
    cluster.pods(pod("bulk", "7"), pod("urgent", "9", "'priority': 1000,"));

    assertThat(cluster.faults(BOUGHT_FOR_BULK)).isEmpty();
  }

  @Test
  void room_beside_pods_of_higher_priority_counts() {
    cluster.pods(
        pod("first", "1", "'priority': 3000,"),
        pod("bulk", "6"),
        pod("urgent", "6", "'priority': 1000,"));
    var bulkBesideFirst = leavingOut(URGENT, claim("'large'", "", 0.4, "first", "bulk"));

    assertThat(cluster.check(bulkBesideFirst).faults().getFirst().toString())
        .contains("priority urgent")
        .contains("claim 0");
  }

  @Test
  void room_on_a_node_counts() {
    cluster.with("nodepools", pool("general", "'limits': {'nodes': '0'},", ""));
    cluster.with("nodes", node("n", "a", ""));
    cluster.pods(pod("bulk", "3"), pod("urgent", "3", "'priority': 1000,"));
    var onNode =
        onNode("n", "bulk").replaceFirst("}$", ", 'unplaced': [{'pod': 'urgent', 'error': ''}]}");

    assertThat(cluster.check(onNode).faults().getFirst().toString())
        .contains("priority urgent")
        .contains("node n");
  }

  private void pods(String ofBulk, String ofUrgent) {
    cluster.pods(pod("bulk", "7", ofBulk), pod("urgent", "6", ofUrgent));
  }
}
