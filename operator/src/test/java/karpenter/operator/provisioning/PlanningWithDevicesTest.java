package karpenter.operator.provisioning;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import karpenter.core.facts.ClaimFacts;
import karpenter.operator.kube.Resource;
import karpenter.operator.testkit.TestSettings;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// `--ignore-dra-requests=false`: pods that claim devices are planned for.
class PlanningWithDevicesTest {
  private static final String DRIVERS = "karpenter.sh/requested-dra-drivers";

  private final Scene scene = new Scene(TestSettings::honouringDevices);

  /// Of the types on sale only `medium` brings a device, and `large` two.
  @BeforeEach
  void sellDevices() {
    sellDevices(scene);
  }

  private static void sellDevices(Scene scene) {
    scene.cloud.types =
        List.of(
            Scene.Cloud.type("small", 4, true),
            Scene.Cloud.withDevices(Scene.Cloud.type("medium", 8, true), 1),
            Scene.Cloud.withDevices(Scene.Cloud.type("large", 16, true), 2));
    scene.pool("general");
  }

  private static void deviceClass(Scene scene) {
    scene.put(
        Resource.DEVICE_CLASSES,
        """
        metadata: {name: gpu}
        spec: {selectors: [{cel: {expression: "device.driver == 'gpu.example.com'"}}]}
        """);
  }

  private static void claim(Scene scene, String name) {
    claim(scene, name, "{}");
  }

  private static void claim(Scene scene, String name, String status) {
    scene.put(
        Resource.RESOURCE_CLAIMS,
        """
        metadata: {namespace: default, name: %s}
        spec: {devices: {requests: [{name: one, exactly: {deviceClassName: gpu, allocationMode: ExactCount, count: 1}}]}}
        status: %s
        """
            .formatted(name, status));
  }

  /// Allocated on a node, and used by the pod of this name.
  private static String allocated(String node, String pod) {
    return """
        {allocation: {devices: {results: [{request: one, driver: gpu.example.com, pool: %s, device: gpu-0}]},
         nodeSelector: {nodeSelectorTerms: [{matchFields: [{key: metadata.name, operator: In, values: [%s]}]}]}},
         reservedFor: [{resource: pods, name: %s, uid: uid-%s}]}"""
        .formatted(node, node, pod, pod);
  }

  private static void slice(Scene scene, String node) {
    scene.put(
        Resource.RESOURCE_SLICES,
        """
        metadata: {name: %s-gpus, ownerReferences: [{apiVersion: v1, kind: Node, name: %s, uid: uid-%s}]}
        spec:
          driver: gpu.example.com
          nodeName: %s
          pool: {name: %s, generation: 1, resourceSliceCount: 1}
          devices: [{name: gpu-0}]
        """
            .formatted(node, node, node, node, node));
  }

  private static void pod(Scene scene, String name, String claim) {
    scene.pendingPod(
        name, 1000, "  resourceClaims: [{name: gpu, resourceClaimName: %s}]".formatted(claim));
  }

  private ClaimFacts onlyClaim() {
    assertThat(scene.claims()).hasSize(1);
    return scene.claims().getFirst();
  }

  @Test
  void pod_with_a_claim_gets_a_node_that_brings_the_device() {
    deviceClass(scene);
    claim(scene, "mine");
    pod(scene, "a", "mine");

    scene.pass();

    var types = onlyClaim().requirements().get("node.kubernetes.io/instance-type");
    assertThat(types.finiteValues().orElseThrow()).containsExactly("large", "medium");
    assertThat(onlyClaim().meta().annotations()).containsEntry(DRIVERS, "gpu.example.com");
  }

  @Test
  void nothing_is_planned_for_it_where_claims_are_ignored() {
    var ignoring = new Scene();
    sellDevices(ignoring);
    deviceClass(ignoring);
    claim(ignoring, "mine");
    pod(ignoring, "a", "mine");

    ignoring.pass();

    assertThat(ignoring.claims()).isEmpty();
  }

  @Test
  void pod_is_planned_for_by_its_template_before_its_claim_is_made() {
    deviceClass(scene);
    scene.put(
        Resource.RESOURCE_CLAIM_TEMPLATES,
        """
        metadata: {namespace: default, name: one-gpu}
        spec: {spec: {devices: {requests: [{name: one, exactly: {deviceClassName: gpu}}]}}}
        """);
    scene.pendingPod(
        "a", 1000, "  resourceClaims: [{name: gpu, resourceClaimTemplateName: one-gpu}]");

    scene.pass();

    assertThat(onlyClaim().meta().annotations()).containsEntry(DRIVERS, "gpu.example.com");
  }

  @Test
  void pod_waits_for_a_class_that_comes_late() {
    claim(scene, "mine");
    pod(scene, "a", "mine");
    assertThat(scene.pass().claims()).isEmpty();

    deviceClass(scene);

    assertThat(scene.pass().claims()).hasSize(1);
  }

  @Test
  void devices_of_a_node_that_comes_are_its_pods_alone() {
    deviceClass(scene);
    claim(scene, "first");
    pod(scene, "a", "first");
    scene.pass();
    scene.launch(onlyClaim().name(), "medium");
    claim(scene, "second");
    pod(scene, "b", "second");

    scene.pass();

    assertThat(scene.claims()).as("it brings one device, and that is promised").hasSize(2);
  }

  @Test
  void spare_device_of_a_node_that_comes_is_used() {
    deviceClass(scene);
    claim(scene, "first");
    pod(scene, "a", "first");
    scene.pass();
    scene.launch(onlyClaim().name(), "large");
    claim(scene, "second");
    pod(scene, "b", "second");

    scene.pass();

    assertThat(scene.claims()).hasSize(1);
  }

  @Test
  void pods_that_share_a_claim_go_to_the_node_that_comes_for_the_first() {
    deviceClass(scene);
    claim(scene, "ours");
    pod(scene, "a", "ours");
    scene.pass();
    pod(scene, "b", "ours");

    scene.pass();
    assertThat(scene.claims()).as("not launched: it may become one of two types").hasSize(1);

    scene.launch(onlyClaim().name(), "medium");
    scene.pass();
    assertThat(scene.claims()).as("launched").hasSize(1);
  }

  @Test
  void free_device_of_a_node_is_used() {
    deviceClass(scene);
    scene.node("old", 16);
    slice(scene, "old");
    claim(scene, "mine");
    pod(scene, "a", "mine");

    assertThat(scene.pass().claims()).isEmpty();
  }

  @Test
  void device_that_another_pod_uses_is_not_free() {
    deviceClass(scene);
    scene.node("old", 16);
    slice(scene, "old");
    claim(scene, "theirs", allocated("old", "b"));
    scene.runningPod("b", 1000, "old");
    claim(scene, "mine");
    pod(scene, "a", "mine");

    assertThat(scene.pass().claims()).hasSize(1);
  }

  @Test
  void claim_of_a_pod_whose_node_goes_gets_another_device() {
    deviceClass(scene);
    claim(scene, "mine");
    pod(scene, "a", "mine");
    scene.pass();
    var first = onlyClaim().name();
    scene.launch(first, "medium");
    scene.put(
        Resource.NODES,
        """
        metadata:
          name: node-1
          labels: {kubernetes.io/hostname: node-1, karpenter.sh/nodepool: general, karpenter.sh/registered: "true", karpenter.sh/initialized: "true", node.kubernetes.io/instance-type: medium}
        spec: {providerID: "test://%s"}
        status: {capacity: {cpu: "8", memory: 32Gi, pods: "110"}, allocatable: {cpu: "8", memory: 32Gi, pods: "110"}}
        """
            .formatted(first));
    slice(scene, "node-1");
    claim(scene, "mine", allocated("node-1", "a"));
    scene.put(
        Resource.PODS,
        """
        metadata:
          namespace: default
          name: a
          ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: web, uid: web, controller: true}]
        spec: {nodeName: node-1, resourceClaims: [{name: gpu, resourceClaimName: mine}], containers: [{name: main, resources: {requests: {cpu: 1000m}}}]}
        status: {phase: Running}
        """);

    scene.deleteClaim(first);
    scene.pass();

    assertThat(scene.claims()).hasSize(2);
  }

  @Test
  void slice_that_cannot_be_read_offers_nothing_and_harms_nobody() {
    deviceClass(scene);
    scene.node("old", 16);
    scene.put(
        Resource.RESOURCE_SLICES,
        """
        metadata: {name: odd}
        spec: {driver: gpu.example.com, perDeviceNodeSelection: true, pool: {name: odd, generation: 1, resourceSliceCount: 1}, devices: [{name: x, nodeName: old}]}
        """);
    claim(scene, "mine");
    pod(scene, "a", "mine");

    scene.pass();

    assertThat(onlyClaim().meta().annotations()).containsKey(DRIVERS);
  }
}
