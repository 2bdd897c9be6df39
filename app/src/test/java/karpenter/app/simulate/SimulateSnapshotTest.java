package karpenter.app.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import karpenter.api.Json;
import karpenter.app.CliRun;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A snapshot as `kubectl get -o json` writes one, too: a Deployment with its ReplicaSet and pods,
/// a pod of a kind nobody here knows, one of its own, one that is done, one that a node brought.
class SimulateSnapshotTest {
  private static final String SNAPSHOT =
      """
      apiVersion: v1
      kind: List
      items:
      - {apiVersion: v1, kind: Namespace, metadata: {name: default}}
      - {apiVersion: v1, kind: Namespace, metadata: {name: shop}}
      - apiVersion: karpenter.sh/v1
        kind: NodePool
        metadata: {name: general, uid: 1-2-3}
        spec:
          disruption: {consolidationPolicy: WhenEmptyOrUnderutilized, consolidateAfter: 30s}
          template:
            spec:
              expireAfter: Never
              nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: default}
              requirements:
              - {key: kubernetes.io/os, operator: In, values: [linux]}
              - {key: karpenter.sh/capacity-type, operator: In, values: [on-demand]}
        status: {resources: {cpu: "64"}}
      - apiVersion: apps/v1
        kind: Deployment
        metadata: {name: web, namespace: shop, uid: d, finalizers: [x]}
        spec:
          replicas: 5
          selector: {matchLabels: {app: web}}
          template:
            metadata: {labels: {app: web}}
            spec:
              containers: [{name: main, image: i, resources: {requests: {cpu: "1", memory: 1Gi}}}]
              volumes: [{name: data, persistentVolumeClaim: {claimName: data}}]
        status: {replicas: 5}
      - apiVersion: apps/v1
        kind: ReplicaSet
        metadata:
          {name: web-1, namespace: shop, uid: r,
           ownerReferences: [{apiVersion: apps/v1, kind: Deployment, name: web, uid: d, controller: true}]}
        spec:
          replicas: 5
          selector: {matchLabels: {app: web}}
          template:
            metadata: {labels: {app: web}}
            spec: {containers: [{name: main, image: i}]}
      - apiVersion: v1
        kind: Pod
        metadata:
          {name: web-1-a, namespace: shop, labels: {app: web},
           ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: web-1, uid: r, controller: true}]}
        spec: {nodeName: n1, containers: [{name: main, image: i}]}
        status: {phase: Running}
      - apiVersion: v1
        kind: Pod
        metadata:
          {name: canary, namespace: shop,
           ownerReferences: [{apiVersion: argoproj.io/v1alpha1, kind: Rollout, name: c, uid: c, controller: true}]}
        spec: {nodeName: n1, containers: [{name: main, image: i, resources: {requests: {cpu: "2"}}}]}
        status: {phase: Running}
      - apiVersion: v1
        kind: Pod
        metadata: {name: alone, namespace: default}
        spec: {nodeName: n1, containers: [{name: main, image: i, resources: {requests: {cpu: "2"}}}]}
        status: {phase: Running}
      - apiVersion: v1
        kind: Pod
        metadata: {name: done, namespace: default}
        spec: {nodeName: n1, containers: [{name: main, image: i, resources: {requests: {cpu: "2"}}}]}
        status: {phase: Succeeded}
      - apiVersion: v1
        kind: Pod
        metadata:
          {name: mirror, namespace: kube-system,
           ownerReferences: [{apiVersion: v1, kind: Node, name: n1, uid: n, controller: true}]}
        spec: {nodeName: n1, containers: [{name: main, image: i, resources: {requests: {cpu: "2"}}}]}
        status: {phase: Running}
      """;

  @TempDir private Path directory = Path.of("");

  @Test
  void its_workloads_run_on_its_own_pools() throws IOException {
    var run = simulate("--for", "2h", "--output", "json");

    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
    var played = played(run).get(0);
    assertThat(played.path("pods").path("running").asInt()).isEqualTo(5 + 2);
    assertThat(played.path("pods").path("waiting").asInt()).isZero();
    assertThat(played.path("cost").asDouble()).isPositive();
  }

  @Test
  void another_configuration_stands_beside_its_own() throws IOException {
    var run =
        simulate("--for", "2h", "--compare", "../examples/trace/on-demand", "--output", "json");

    assertThat(played(run)).hasSize(2);
    assertThat(played(run).get(1).path("pods").path("running").asInt()).isEqualTo(5 + 2);
  }

  @Test
  void without_a_snapshot_a_configuration_must_be_named() {
    var run = CliRun.of("simulate", "--trace", "../examples/trace/small.jsonl");

    assertThat(run.exitCode()).isEqualTo(64);
    assertThat(run.err()).contains("--nodepools is missing");
  }

  @Test
  void a_file_that_is_no_snapshot_is_refused() throws IOException {
    var file = directory.resolve("no.json");
    Files.writeString(file, "{}");

    var run = CliRun.of("simulate", "--snapshot", file.toString());

    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).contains("no.json", "items");
  }

  private CliRun simulate(String... args) throws IOException {
    var file = directory.resolve("cluster.json");
    Files.writeString(file, Json.JSON.writeValueAsString(Json.YAML.readTree(SNAPSHOT)));
    var all =
        new java.util.ArrayList<>(java.util.List.of("simulate", "--snapshot", file.toString()));
    all.addAll(java.util.List.of(args));
    return CliRun.of(all.toArray(String[]::new));
  }

  private static JsonNode played(CliRun run) throws IOException {
    return Json.JSON.readTree(run.out()).path("configurations");
  }
}
