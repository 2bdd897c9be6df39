package karpenter.bench.consolidation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import karpenter.bench.check.CommandChecker;
import karpenter.bench.workload.WorkloadDirectory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Three nodes of 4 cpus (3 an hour each) with 1, 1 and 3 cpus in use; a type of 2 cpus costs 1.
@SuppressWarnings("NullAway.Init")
class DisrupterTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path directory;

  @BeforeEach
  void three_nodes() throws IOException {
    write("options", "{'wellKnownLabels': [], 'question': 'consolidation'}");
    write("instancetypes", "[" + type("small", 2, 1) + "," + type("large", 4, 3) + "]");
    write(
        "nodepools",
        """
        [{'apiVersion': 'karpenter.sh/v1', 'kind': 'NodePool', 'metadata': {'name': 'default'},
          'spec': {'disruption': {'consolidationPolicy': 'WhenEmptyOrUnderutilized',
             'consolidateAfter': '0s', 'budgets': [{'nodes': '100%'}]},
           'template': {'spec': {'expireAfter': 'Never', 'requirements': [
               {'key': 'karpenter.sh/capacity-type', 'operator': 'In', 'values': ['on-demand']}],
             'nodeClassRef': {'group': 'karpenter.kwok.sh', 'kind': 'KWOKNodeClass', 'name': 'default'}}}},
          'status': {'conditions': [{'type': 'Ready', 'status': 'True'}]}}]
        """);
    List<String> nodes = new ArrayList<>();
    List<String> claims = new ArrayList<>();
    for (var name : List.of("n1", "n2", "n3")) {
      nodes.add(node(name));
      claims.add(claim(name));
    }
    write("nodes", nodes.toString());
    write("nodeclaims", claims.toString());
    write("boundpods", List.of(pod("a", "n1", 1), pod("b", "n2", 1), pod("c", "n3", 3)).toString());
  }

  @Test
  void commands_are_carried_out_until_there_is_none() throws IOException {
    var answer = disrupter().fixedPoint(60);

    assertThat(answer.complete()).isTrue();
    var report = check(answer.commands());
    assertThat(report.faults()).isEmpty();
    assertThat(report.saving()).isCloseTo(5, within(1e-9));
    assertThat(answer.nodes()).isEqualTo(2);
  }

  @Test
  void every_question_starts_from_the_frozen_cluster() throws IOException {
    var disrupter = disrupter();

    var before = disrupter.first();
    disrupter.fixedPoint(60);
    var after = disrupter.first();

    assertThat(after.commands()).isEqualTo(before.commands()).hasSize(1);
    assertThat(disrupter.verdicts().verdicts()).isEqualTo(3);
  }

  @Test
  void every_node_is_judged_by_itself_with_the_command_that_would_take_it() throws IOException {
    var judged = disrupter().judge(Set.of());

    assertThat(judged.nodes())
        .extracting(NodeVerdict::node)
        .containsExactlyInAnyOrder("n1", "n2", "n3");
    for (var verdict : judged.nodes()) {
      var command = verdict.command();
      assertThat(command).isNotNull();
      var report = check(List.of(command));
      assertThat(report.faults()).isEmpty();
      assertThat(report.saving()).isCloseTo(verdict.saving(), within(1e-9)).isPositive();
    }
    assertThat(disrupter().judge(Set.of("n3")).nodes()).hasSize(1);
  }

  @Test
  void changes_are_undone_and_each_is_followed_by_a_full_search() throws IOException {
    var disrupter = disrupter();
    var before = disrupter.first();

    var changes = disrupter.changes().changes();

    assertThat(changes)
        .extracting(AfterChanges.Change::change)
        .containsExactly(
            "one pod of a known workload",
            "one pod of a new workload",
            "1 % of nodes",
            "5 % of nodes");
    assertThat(changes).allMatch(change -> change.seconds() > 0 && change.fullSeconds() > 0);
    assertThat(disrupter.first().commands()).isEqualTo(before.commands());
  }

  @Test
  void the_cluster_that_the_first_command_leaves_can_be_asked_about() throws IOException {
    var left = directory.resolve("after-first");

    var written = disrupter().writeAfterFirst(left);

    assertThat(written.nodes()).isEqualTo(2);
    var rest = new Disrupter(WorkloadDirectory.read(left));
    for (var verdict : rest.judge(Set.of()).nodes()) {
      var command = verdict.command();
      if (command != null) {
        var commands = JSON.createArrayNode().add(command);
        assertThat(CommandChecker.check(left, commands).faults()).isEmpty();
      }
    }
    assertThat(rest.nodes()).isEqualTo(2);
  }

  @Test
  void newcomers_have_nothing_in_common() {
    var one = Newcomers.pod(1, "n");
    var other = Newcomers.pod(5, "n");

    assertThat(one.at("/spec/containers")).isNotEqualTo(other.at("/spec/containers"));
    assertThat(one.at("/metadata/labels/app")).isNotEqualTo(other.at("/metadata/labels/app"));
    assertThat(one.at("/spec/affinity")).isNotEqualTo(other.at("/spec/affinity"));
  }

  @Test
  void a_budget_that_allows_nothing_protects_its_nodes() throws IOException {
    write(
        "poddisruptionbudgets",
        """
        [{'apiVersion': 'policy/v1', 'kind': 'PodDisruptionBudget',
          'metadata': {'name': 'web', 'namespace': 'default', 'uid': 'web'},
          'spec': {'maxUnavailable': 0, 'selector': {'matchLabels': {'app': 'web'}}},
          'status': {'disruptionsAllowed': 0, 'expectedPods': 3, 'currentHealthy': 3, 'desiredHealthy': 3}}]
        """);

    var answer = disrupter().fixedPoint(60);

    assertThat(answer.commands()).isEmpty();
    assertThat(answer.obstacles()).containsEntry("pdb", 3);
    var judged = disrupter().judge(Set.of("n1")).nodes().getFirst();
    assertThat(judged.command()).isNull();
    assertThat(judged.reason()).contains("web");
  }

  private Disrupter disrupter() throws IOException {
    return new Disrupter(WorkloadDirectory.read(directory));
  }

  private CommandChecker.Report check(List<JsonNode> commands) throws IOException {
    return CommandChecker.check(directory, JSON.createArrayNode().addAll(commands));
  }

  private void write(String name, String json) throws IOException {
    Files.writeString(directory.resolve(name + ".json"), json.replace('\'', '"'));
  }

  private static String type(String name, int cpus, int price) {
    return """
    {'name': '%s', 'capacity': {'cpu': '%d', 'memory': '16Gi', 'pods': '20'},
     'requirements': [
       {'key': 'node.kubernetes.io/instance-type', 'operator': 'In', 'values': ['%1$s']},
       {'key': 'kubernetes.io/arch', 'operator': 'In', 'values': ['amd64']},
       {'key': 'kubernetes.io/os', 'operator': 'In', 'values': ['linux']},
       {'key': 'topology.kubernetes.io/zone', 'operator': 'In', 'values': ['a']},
       {'key': 'karpenter.sh/capacity-type', 'operator': 'In', 'values': ['on-demand']}],
     'offerings': [{'price': %d, 'available': true, 'requirements': [
       {'key': 'topology.kubernetes.io/zone', 'operator': 'In', 'values': ['a']},
       {'key': 'karpenter.sh/capacity-type', 'operator': 'In', 'values': ['on-demand']}]}]}\
    """
        .formatted(name, cpus, price);
  }

  private static final String LABELS =
      """
      'karpenter.sh/nodepool': 'default', 'karpenter.sh/capacity-type': 'on-demand',
      'topology.kubernetes.io/zone': 'a', 'node.kubernetes.io/instance-type': 'large',
      'kubernetes.io/arch': 'amd64', 'kubernetes.io/os': 'linux'\
      """;

  private static final String ROOM =
      "'capacity': {'cpu': '4', 'memory': '16Gi', 'pods': '20'}, "
          + "'allocatable': {'cpu': '4', 'memory': '16Gi', 'pods': '20'}";

  private static String node(String name) {
    return """
    {'apiVersion': 'v1', 'kind': 'Node', 'metadata': {'name': '%s', 'uid': 'node-%1$s', 'labels': {%s,
       'karpenter.sh/initialized': 'true', 'karpenter.sh/registered': 'true', 'kubernetes.io/hostname': '%1$s'}},
     'spec': {'providerID': 'bench://%1$s'},
     'status': {%s, 'conditions': [{'type': 'Ready', 'status': 'True'}]}}\
    """
        .formatted(name, LABELS, ROOM);
  }

  private static String claim(String name) {
    return """
    {'apiVersion': 'karpenter.sh/v1', 'kind': 'NodeClaim',
     'metadata': {'name': '%s', 'uid': 'claim-%1$s', 'labels': {%s}},
     'spec': {'requirements': [], 'expireAfter': 'Never',
       'nodeClassRef': {'group': 'karpenter.kwok.sh', 'kind': 'KWOKNodeClass', 'name': 'default'}},
     'status': {'providerID': 'bench://%1$s', 'nodeName': '%1$s', %s, 'conditions': [
       {'type': 'Launched', 'status': 'True'}, {'type': 'Registered', 'status': 'True'},
       {'type': 'Initialized', 'status': 'True'}, {'type': 'Consolidatable', 'status': 'True'}]}}\
    """
        .formatted(name, LABELS, ROOM);
  }

  private static String pod(String name, String node, int cpus) {
    return """
    {'apiVersion': 'v1', 'kind': 'Pod', 'metadata': {'name': '%s', 'namespace': 'default', 'uid': '%1$s',
       'labels': {'app': 'web'}, 'ownerReferences': [
         {'apiVersion': 'apps/v1', 'kind': 'ReplicaSet', 'name': 'web', 'uid': 'web', 'controller': true}]},
     'spec': {'nodeName': '%s', 'containers': [
       {'name': 'main', 'image': 'pause', 'resources': {'requests': {'cpu': '%d'}}}]},
     'status': {'phase': 'Running'}}\
    """
        .formatted(name, node, cpus);
  }
}
