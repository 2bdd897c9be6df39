package karpenter.core.wire;

import static org.assertj.core.api.Assertions.assertThat;

import karpenter.core.cluster.ExistingNode;
import karpenter.core.pod.Pod;
import karpenter.core.pod.Taint;
import org.junit.jupiter.api.Test;

class NodeReaderTest {
  private static String node(String labels, String taints) {
    return """
        apiVersion: v1
        kind: Node
        metadata: {name: n, labels: {%s}}
        spec: {providerID: "x://1", taints: [%s]}
        status: {capacity: {cpu: 4, gpu: 0}, allocatable: {cpu: 3, gpu: 0}}
        ---
        """
        .formatted(labels, taints);
  }

  private static final String CLAIM =
      """
      apiVersion: karpenter.sh/v1
      kind: NodeClaim
      metadata: {name: claim, labels: {karpenter.sh/nodepool: default, zone: a}}
      spec:
        taints: [{key: dedicated, effect: NoSchedule}]
        startupTaints: [{key: booting, value: x, effect: NoExecute}]
      status: {providerID: "x://1", capacity: {cpu: 8, gpu: 2}, allocatable: {cpu: 7, gpu: 2}}
      ---
      """;

  private static final String STARTING =
      "{key: node.kubernetes.io/not-ready, effect: NoExecute}, {key: booting, effect: NoExecute},"
          + " {key: readiness.k8s.io/x, effect: NoSchedule}, {key: dedicated, effect: NoSchedule}";

  private static ExistingNode only(String objects) {
    var result = Yaml.manifests(objects);
    assertThat(result.problems()).isEmpty();
    assertThat(result.problem().nodes()).hasSize(1);
    return result.problem().nodes().getFirst();
  }

  @Test
  void an_unmanaged_node_shows_all_its_taints() {
    var node = only(node("", STARTING));

    assertThat(node.taints()).hasSize(4);
    assertThat(node.initialized()).isTrue();
    assertThat(node.pool()).isEmpty();
  }

  @Test
  void an_initialized_node_shows_all_its_taints() {
    var node =
        only(
            node(
                    "karpenter.sh/nodepool: default, karpenter.sh/registered: \"true\","
                        + " karpenter.sh/initialized: \"true\"",
                    STARTING)
                + CLAIM);

    assertThat(node.taints()).hasSize(4);
    assertThat(node.allocatable().render()).isEqualTo("cpu 3, gpu 0");
  }

  @Test
  void while_a_node_starts_passing_and_startup_taints_do_not_count() {
    var node =
        only(
            node("karpenter.sh/nodepool: default, karpenter.sh/registered: \"true\"", STARTING)
                + CLAIM);

    assertThat(node.taints()).extracting(Taint::key).containsExactly("dedicated");
    assertThat(node.initialized()).isFalse();
  }

  @Test
  void a_device_the_kubelet_does_not_report_yet_is_taken_from_the_claim() {
    var node =
        only(node("karpenter.sh/nodepool: default, karpenter.sh/registered: \"true\"", "") + CLAIM);

    assertThat(node.allocatable().render()).isEqualTo("cpu 3, gpu 2");
  }

  @Test
  void until_a_node_is_registered_its_claim_speaks_for_it() {
    var node = only(node("karpenter.sh/nodepool: default", STARTING) + CLAIM);

    assertThat(node.name()).isEqualTo("claim");
    assertThat(node.labels()).containsEntry("zone", "a");
    assertThat(node.taints()).extracting(Taint::key).containsExactly("dedicated");
  }

  @Test
  void a_launched_claim_without_node_is_room_on_its_way() {
    var node = only(CLAIM);

    assertThat(node.capacity().render()).isEqualTo("cpu 8, gpu 2");
    assertThat(node.pool()).contains("default");
    assertThat(node.hostname()).isEqualTo("claim");
  }

  @Test
  void without_a_claim_the_pool_tells_which_taints_pass() {
    var pool =
        """
        apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata: {name: default}
        spec:
          template:
            spec:
              nodeClassRef: {group: karpenter.kwok.sh, kind: KWOKNodeClass, name: default}
              requirements: []
              startupTaints: [{key: booting, effect: NoExecute}]
        ---
        """;

    var node =
        only(
            pool
                + node(
                    "karpenter.sh/nodepool: default, karpenter.sh/registered: \"true\"", STARTING));

    assertThat(node.taints()).extracting(Taint::key).containsExactly("dedicated");
  }

  private static String bound(String name, String metadata, String spec) {
    return """
        apiVersion: v1
        kind: Pod
        metadata: {name: %s%s}
        spec:
          nodeName: n
          containers: [{name: c, ports: [{containerPort: 80, hostPort: 80}], resources: {requests: {cpu: 1}}}]
        %s
        ---
        """
        .formatted(name, metadata, spec);
  }

  @Test
  void sums_cover_all_pods_that_are_not_finished_and_tell_daemons_apart() {
    var node =
        only(
            node("", "")
                + bound("a", "", "")
                + bound(
                    "d", ", ownerReferences: [{kind: DaemonSet, name: d, controller: true}]", "")
                + bound("done", "", "status: {phase: Succeeded}")
                + bound("going", ", deletionTimestamp: \"2026-01-01T00:00:00Z\"", ""));

    assertThat(node.podRequests().render()).isEqualTo("cpu 3, pods 3");
    assertThat(node.daemonRequests().render()).isEqualTo("cpu 1, pods 1");
    assertThat(node.hostPorts()).hasSize(1);
  }

  @Test
  void a_terminating_pod_takes_room_but_is_no_neighbour() {
    var result =
        Yaml.manifests(
            node("", "")
                + bound("stays", "", "")
                + bound("going", ", deletionTimestamp: \"2026-01-01T00:00:00Z\"", ""));

    assertThat(result.problem().bound())
        .extracting(bound -> bound.pod().name())
        .containsExactly("stays");
  }

  @Test
  void a_running_pod_may_be_tied_to_its_node_and_still_counts() {
    var tied =
        """
          affinity:
            nodeAffinity:
              requiredDuringSchedulingIgnoredDuringExecution:
                nodeSelectorTerms:
                - matchFields: [{key: metadata.name, operator: In, values: [n]}]
          nodeSelector: {kubernetes.io/hostname: n}
        """;

    var node = only(node("", "") + bound("a", "", tied));

    assertThat(node.podRequests().render()).isEqualTo("cpu 1, pods 1");
  }

  @Test
  void room_taken_by_a_pod_we_cannot_read_is_taken_all_the_same() {
    var result =
        Yaml.manifests(node("", "") + bound("a", "", "  tolerations: [{operator: Sometimes}]"));

    assertThat(result.problems()).isNotEmpty();
    assertThat(result.problem().nodes().getFirst().podRequests().render())
        .isEqualTo("cpu 1, pods 1");
  }

  @Test
  void pods_of_a_leaving_node_look_for_another_place() {
    var leaving =
        node("", "").replace("{name: n,", "{name: n, deletionTimestamp: \"2026-01-01T00:00:00Z\",");

    var result =
        Yaml.manifests(
            leaving
                + bound("moves", "", "")
                + bound(
                    "daemon",
                    ", ownerReferences: [{kind: DaemonSet, name: d, controller: true}]",
                    "")
                + bound("held", ", annotations: {karpenter.sh/do-not-disrupt: \"true\"}", "")
                + bound("going", ", deletionTimestamp: \"2026-01-01T00:00:00Z\"", ""));

    assertThat(result.problem().nodes()).isEmpty();
    assertThat(result.problem().pending()).extracting(Pod::name).containsExactly("moves");
    assertThat(result.problem().bound()).isEmpty();
  }
}
