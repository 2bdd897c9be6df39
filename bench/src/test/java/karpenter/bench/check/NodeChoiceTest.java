package karpenter.bench.check;

import static karpenter.bench.check.Cluster.*;
import static karpenter.bench.check.Fault.Code.*;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@SuppressWarnings("NullAway.Init")
class NodeChoiceTest {
  private static final String ZONE_KEY = "topology.kubernetes.io/zone";
  @TempDir Path directory;
  private Cluster cluster;

  @BeforeEach
  void nodes_in_two_zones() {
    cluster = new Cluster(directory).with("nodes", node("na", "a", ""), node("nb", "b", ""));
  }

  @Test
  void selected_zone_must_be_certain_on_a_claim() {
    cluster.pods(pod("p", "1", "'nodeSelector': {'%s': 'a'},".formatted(ZONE_KEY)));

    assertThat(cluster.faults(placed(inZone("a", "p")))).isEmpty();
    assertThat(cluster.faults(placed(inZone("b", "p")))).containsExactly(NODE_AFFINITY);
    assertThat(cluster.faults(placed(claim("p")))).containsExactly(NODE_AFFINITY);
  }

  @Test
  void label_that_every_type_carries_needs_no_word_in_the_claim() {
    cluster.pods(pod("p", "1", "'nodeSelector': {'beta.kubernetes.io/arch': 'amd64'},"));

    assertThat(cluster.faults(placed(claim("p")))).isEmpty();
  }

  @Test
  void label_of_the_pool_template_is_certain() {
    cluster.pods(pod("p", "1", "'nodeSelector': {'team': 'blue'},"));
    assertThat(cluster.faults(placed(claim("p")))).isEmpty();

    cluster.pods(pod("p", "1", "'nodeSelector': {'team': 'red'},"));
    assertThat(cluster.faults(placed(claim("p")))).containsExactly(NODE_AFFINITY);
  }

  @Test
  void one_term_of_several_suffices() {
    cluster.pods(pod("p", "1", zoneIsOneOf("a", "b")));

    assertThat(cluster.faults(placed(inZone("b", "p")))).isEmpty();
    assertThat(cluster.faults(placed(inZone("c", "p")))).containsExactly(NODE_AFFINITY);
  }

  @Test
  void open_claim_may_meet_another_term_in_each_zone() {
    cluster.pods(pod("p", "1", zoneIsOneOf("a", "b")));
    var aOrB = "{'key': '%s', 'operator': 'In', 'values': ['a', 'b']}".formatted(ZONE_KEY);

    assertThat(cluster.faults(placed(claim("'small', 'large'", aOrB, 0.1, "p")))).isEmpty();
  }

  @Test
  void term_without_expressions_matches_no_node() {
    cluster.pods(
        pod(
            "p",
            "1",
            """
            'affinity': {'nodeAffinity': {'requiredDuringSchedulingIgnoredDuringExecution': {
              'nodeSelectorTerms': [{}]}}},"""));

    assertThat(cluster.faults(placed(claim("p")))).containsExactly(NODE_AFFINITY);
  }

  @Test
  void existing_node_is_judged_by_its_labels() {
    cluster.pods(pod("p", "1", "'nodeSelector': {'%s': 'a'},".formatted(ZONE_KEY)));

    assertThat(cluster.faults(onNode("na", "p"))).isEmpty();
    assertThat(cluster.faults(onNode("nb", "p"))).containsExactly(NODE_AFFINITY);
  }

  @Test
  void existing_node_may_be_chosen_by_name_but_a_new_one_may_not() {
    cluster.pods(pod("p", "1", "'nodeSelector': {'kubernetes.io/hostname': 'na'},"));

    assertThat(cluster.faults(onNode("na", "p"))).isEmpty();
    assertThat(cluster.faults(placed(claim("p")))).containsExactly(NODE_AFFINITY);
  }

  @Test
  void taint_of_a_pool_must_be_tolerated() {
    cluster.with("nodepools", pool("general", "'taints': [%s],".formatted(taint("NoSchedule"))));

    assertThat(cluster.pods(pod("p", "1")).faults(placed(claim("p")))).containsExactly(TAINT);
    var tolerant = "'tolerations': [{'key': 'k', 'value': 'v', 'effect': 'NoSchedule'}],";
    assertThat(cluster.pods(pod("p", "1", tolerant)).faults(placed(claim("p")))).isEmpty();
    var other = "'tolerations': [{'key': 'k', 'value': 'w'}],";
    assertThat(cluster.pods(pod("p", "1", other)).faults(placed(claim("p"))))
        .containsExactly(TAINT);
  }

  @Test
  void startup_taint_and_preference_keep_nobody_away() {
    cluster.pods(pod("p", "1"));
    cluster.with(
        "nodepools",
        pool(
            "general",
            "'startupTaints': [%s], 'taints': [%s],"
                .formatted(taint("NoSchedule"), taint("PreferNoSchedule"))));

    assertThat(cluster.faults(placed(claim("p")))).isEmpty();
  }

  @Test
  void taint_of_a_node_must_be_tolerated() {
    cluster.pods(pod("p", "1"));
    cluster.with("nodes", node("n", "a", "'taints': [%s]".formatted(taint("NoExecute"))));

    assertThat(cluster.faults(onNode("n", "p"))).containsExactly(TAINT);
  }

  @Test
  void cordoned_node_takes_no_pods() {
    cluster.pods(pod("p", "1")).with("nodes", node("n", "a", "'unschedulable': true"));

    assertThat(cluster.faults(onNode("n", "p"))).containsExactly(TAINT);
  }

  private static String taint(String effect) {
    return "{'key': 'k', 'value': 'v', 'effect': '%s'}".formatted(effect);
  }

  private static String zoneIsOneOf(String one, String other) {
    return """
        'affinity': {'nodeAffinity': {'requiredDuringSchedulingIgnoredDuringExecution': {
          'nodeSelectorTerms': [{'matchExpressions': [%s]}, {'matchExpressions': [%s]}]}}},"""
        .formatted(requirement(ZONE_KEY, one), requirement(ZONE_KEY, other));
  }
}
