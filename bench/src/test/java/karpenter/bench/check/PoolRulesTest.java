package karpenter.bench.check;

import static karpenter.bench.check.Cluster.*;
import static karpenter.bench.check.Fault.Code.*;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings("NullAway.Init")
class PoolRulesTest {
  @TempDir Path directory;
  private Cluster cluster;

  @BeforeEach
  void two_pods() {
    cluster = new Cluster(directory).pods(pod("p", "1"), pod("q", "1"));
  }

  @Test
  void claims_at_their_cheapest_must_stay_within_the_limits() {
    var two = placed(claim("p"), claim("q"));

    assertThat(cluster.with("nodepools", limited("'cpu': '16'")).faults(two)).isEmpty();
    assertThat(cluster.with("nodepools", limited("'cpu': '3'")).faults(two))
        .containsExactly(POOL_LIMIT);
    assertThat(cluster.with("nodepools", limited("'nodes': '1'")).faults(two))
        .containsExactly(POOL_LIMIT);
  }

  @Test
  void claims_at_their_largest_must_stay_within_the_limits_too() {
    var two = placed(claim("p"), claim("q"));
    cluster.with("nodepools", limited("'cpu': '15'"));

    assertThat(cluster.faults(two)).containsExactly(POOL_LIMIT_LARGEST);
    assertThat(cluster.check(two).faults().getFirst().toString())
        .contains("nodepool general")
        .contains("16000 of cpu")
        .contains("limit is 15000");
    assertThat(cluster.faults(placed(claim("p"), claim("'small'", "", 0.1, "q")))).isEmpty();
  }

  @Test
  void nodes_of_the_pool_use_its_limits_too() {
    cluster.with("nodepools", limited("'cpu': '7'"));
    var one = placed(claim("'small'", "", 0.1, "p"), claim("'small'", "", 0.1, "q"));
    assertThat(cluster.faults(one)).isEmpty();

    cluster.with(
        "nodes",
        node("n", "a", "")
            .replace("'labels': {", "'labels': {'karpenter.sh/nodepool': 'general', "));
    assertThat(cluster.faults(one)).containsExactly(POOL_LIMIT);
  }

  @Test
  void type_beyond_the_limits_need_not_be_listed() {
    cluster.with("nodepools", limited("'cpu': '7'"));
    var small = placed(claim("'small'", "", 0.1, "p"), claim("'small'", "", 0.1, "q"));
    assertThat(cluster.faults(small)).isEmpty();

    cluster.with("nodepools", limited("'cpu': '10'"));
    assertThat(cluster.faults(small)).containsExactly(TYPE_MISSING);
  }

  @Test
  void static_pool_takes_no_orders() {
    cluster.with(
        "nodepools",
        pool("general", "").replace("'spec': {'template'", "'spec': {'replicas': 2, 'template'"));

    assertThat(cluster.faults(placed(claim("p"), claim("q")))).containsExactly(POOL_UNUSABLE);
  }

  @Test
  void list_must_be_as_varied_as_the_pool_asks() {
    var variety =
        "'requirements': [{'key': 'node.kubernetes.io/instance-type', 'operator': 'Exists', 'minValues': %d}],";
    var both = placed(claim("p"), claim("q"));

    assertThat(cluster.with("nodepools", pool("general", variety.formatted(2))).faults(both))
        .isEmpty();
    assertThat(cluster.with("nodepools", pool("general", variety.formatted(3))).faults(both))
        .containsExactly(MIN_VALUES);
    assertThat(cluster.options("{'minValuesPolicy': 'BestEffort'}").faults(both)).isEmpty();
  }

  @Test
  void reservation_covers_only_so_many_claims() {
    cluster.options("{'reservationIdLabel': 'r', 'wellKnownLabels': ['r']}");
    var reserved =
        offering("a", 0.01)
            .replace("'on-demand'", "'reserved'")
            .replace("]}],", "]}, %s],".formatted(requirement("r", "r1")))
            .replace("'available': true", "'available': true, 'reservationCapacity': 1");
    cluster.with(
        "instancetypes",
        type("small", "2", "4Gi", reserved).replace("['on-demand']", "['on-demand', 'reserved']"));
    var demands =
        requirement("r", "r1") + "," + requirement("karpenter.sh/capacity-type", "reserved");
    var one = claim("'small'", demands, 0.01, "p");

    assertThat(cluster.pods(pod("p", "1")).faults(placed(one))).isEmpty();
    cluster.pods(pod("p", "1"), pod("q", "1"));
    assertThat(cluster.faults(placed(one, one.replace("'p'", "'q'"))))
        .containsExactly(RESERVATION_EXCEEDED);
  }

  private static String limited(String limits) {
    return pool("general", "")
        .replace("'spec': {'template'", "'spec': {'limits': {%s}, 'template'".formatted(limits));
  }
}
