package karpenter.bench.check;

import static karpenter.bench.check.Cluster.*;
import static karpenter.bench.check.Fault.Code.*;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Two `large` nodes in zone a (0.4 each): web-1 on one, web-2 and db-1 on the other.
@SuppressWarnings("NullAway.Init")
class CommandCheckerTest {
  @TempDir Path directory;
  private Cluster cluster;

  @BeforeEach
  void two_large_nodes() {
    cluster =
        new Cluster(directory)
            .with("nodes", ofType("n1", "large", "7900m"), ofType("n2", "large", "7900m"))
            .with(
                "boundpods",
                bound("web-1", "n1", "1", ""),
                bound("web-2", "n2", "1", ""),
                bound("db-1", "n2", "500m", ""));
  }

  @Test
  void a_node_whose_pods_fit_elsewhere_may_go() throws IOException {
    var report = check(command("'n1'", onNode("n2", "web-1"), ""));

    assertThat(report.faults()).isEmpty();
    assertThat(report.saving()).isCloseTo(0.4, within(1e-12));
  }

  @Test
  void a_smaller_node_may_take_the_place_of_a_larger() throws IOException {
    var report =
        check(
            command(
                "'n2'",
                placed(claim("'small'", "", 0.1, "web-2", "db-1")),
                ofType("new", "small", "1900m")));

    assertThat(report.faults()).isEmpty();
    assertThat(report.saving()).isCloseTo(0.3, within(1e-12));
    assertThat(report.evictions()).isEqualTo(2);
  }

  @Test
  void a_pod_that_is_moved_twice_was_evicted_twice_and_daemons_never() throws IOException {
    var daemon =
        bound("agent", "n1", "100m", "")
            .replace("'uid'", "'ownerReferences': [{'kind': 'DaemonSet', 'name': 'a'}], 'uid'");
    cluster.with("boundpods", bound("web-1", "n1", "1", ""), daemon);

    var report =
        check(
            command("'n1'", onNode("n2", "web-1"), ""),
            command(
                "'n2'",
                placed(claim("'small'", "", 0.1, "web-1")),
                ofType("new", "small", "1900m")));

    assertThat(report.evictions()).isEqualTo(2);
  }

  @Test
  void later_commands_see_what_earlier_ones_did() throws IOException {
    var first = command("'n1'", onNode("n2", "web-1"), "");

    assertThat(codes(first, command("'n1'", "{}", ""))).contains(NOT_A_CANDIDATE);
    assertThat(
            codes(
                first,
                command(
                    "'n2'",
                    placed(claim("'small'", "", 0.1, "web-2", "db-1")),
                    ofType("new", "small", "1900m"))))
        .containsExactly(POD_LOST);
  }

  @Test
  void a_pod_without_a_place_is_seen() throws IOException {
    assertThat(codes(command("'n1'", "{'unplaced': [{'pod': 'web-1'}]}", "")))
        .containsExactly(POD_HOMELESS);
    assertThat(codes(command("'n1'", "{}", ""))).containsExactly(POD_LOST);
  }

  @Test
  void a_node_that_would_be_too_full_is_seen() throws IOException {
    cluster.with("nodes", ofType("n1", "large", "7900m"), ofType("n2", "small", "1900m"));

    assertThat(codes(command("'n1'", onNode("n2", "web-1"), "")))
        .containsExactly(NODE_OVERCOMMITTED);
  }

  @Test
  void a_replacement_of_the_same_price_is_no_saving() throws IOException {
    assertThat(
            codes(
                command(
                    "'n1'",
                    placed(claim("'large'", "", 0.4, "web-1")),
                    ofType("new", "large", "7900m"))))
        .contains(NOT_CHEAPER);
  }

  @Test
  void a_node_that_goes_saves_its_node_cost_and_one_that_is_replaced_does_not() throws IOException {
    var gone = command("'n1'", onNode("n2", "web-1"), "");
    var replaced =
        command(
            "'n1'", placed(claim("'small'", "", 0.1, "web-1")), ofType("new", "small", "1900m"));

    assertThat(check(0.05, gone).saving() - check(gone).saving()).isCloseTo(0.05, within(1e-9));
    assertThat(check(0.05, replaced).saving() - check(replaced).saving())
        .isCloseTo(0, within(1e-9));
  }

  @Test
  void a_closed_budget_and_a_protected_pod_hold_their_node() throws IOException {
    cluster.with("poddisruptionbudgets", budget("web", 0));

    assertThat(codes(command("'n1'", onNode("n2", "web-1"), "")))
        .containsExactly(EVICTION_FORBIDDEN);
    cluster.with("poddisruptionbudgets", budget("web", 1));
    assertThat(codes(command("'n1'", onNode("n2", "web-1"), ""))).isEmpty();
  }

  @Test
  void what_is_launched_must_be_what_the_claim_allows() throws IOException {
    var placement = placed(claim("'small'", "", 0.1, "web-1"));

    assertThat(codes(command("'n1'", placement, ""))).contains(LAUNCH_WRONG);
    assertThat(codes(command("'n1'", placement, ofType("new", "large", "7900m"))))
        .contains(LAUNCH_WRONG);
    assertThat(codes(command("'n1'", placement, ofType("new", "small", "9"))))
        .contains(LAUNCH_WRONG);
  }

  private List<Fault.Code> codes(String... commands) throws IOException {
    return check(commands).faults().stream().map(Fault::code).distinct().toList();
  }

  private CommandChecker.Report check(String... commands) throws IOException {
    return check(0, commands);
  }

  private CommandChecker.Report check(double nodeCost, String... commands) throws IOException {
    cluster.write();
    return CommandChecker.check(
        directory,
        nodeCost,
        new ObjectMapper().readTree(quoted("[" + String.join(",", commands) + "]")));
  }

  private static String command(String nodes, String placement, String launched) {
    return "{'nodes': [%s], 'placement': %s, 'launched': [%s]}"
        .formatted(nodes, placement, launched);
  }

  private static String budget(String app, int allowed) {
    return """
    {'metadata': {'name': '%s'}, 'spec': {'selector': {'matchLabels': {'app': '%1$s'}}},
     'status': {'disruptionsAllowed': %d}}\
    """
        .formatted(app, allowed);
  }

  /// A node of pool `general` in zone a.
  private static String ofType(String name, String type, String cpu) {
    return """
    {'metadata': {'name': '%s', 'labels': {'topology.kubernetes.io/zone': 'a',
       'karpenter.sh/nodepool': 'general', 'karpenter.sh/initialized': 'true',
       'karpenter.sh/capacity-type': 'on-demand', 'kubernetes.io/arch': 'amd64',
       'node.kubernetes.io/instance-type': '%s'}},
     'status': {'capacity': {'cpu': '%s', 'memory': '%s', 'pods': '10'},
                'allocatable': {'cpu': '%s', 'memory': '%4$s', 'pods': '10'}}}\
    """
        .formatted(
            name,
            type,
            type.equals("large") ? "8" : "2",
            type.equals("large") ? "16Gi" : "4Gi",
            cpu);
  }
}
