package karpenter.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import karpenter.api.buffer.CapacityBuffer;
import karpenter.api.kwok.KwokNodeClass;
import karpenter.api.v1.NodeClaim;
import karpenter.api.v1.NodePool;
import karpenter.api.v1alpha1.NodeOverlay;
import org.junit.jupiter.api.Test;

class WireRoundTripTest {
  private static final String POOL =
      """
      apiVersion: karpenter.sh/v1
      kind: NodePool
      metadata:
        name: general
        uid: 7f3c
        generation: 3
        resourceVersion: "12"
        creationTimestamp: "2026-01-05T09:00:00Z"
        labels: {team: web}
        annotations: {note: hello}
        finalizers: [example.com/hold]
        ownerReferences:
        - {apiVersion: v1, kind: ConfigMap, name: settings, uid: a1, blockOwnerDeletion: true}
      spec:
        weight: 10
        limits: {cpu: "1000", memory: 1000Gi}
        disruption:
          consolidateAfter: 1h
          consolidationPolicy: WhenEmpty
          budgets:
          - nodes: 20%
            reasons: [Empty, Drifted]
            schedule: "0 9 * * mon-fri"
            duration: 8h
        template:
          metadata:
            labels: {team: web}
            annotations: {note: hello}
          spec:
            taints:
            - {key: dedicated, value: web, effect: NoSchedule}
            startupTaints:
            - {key: example.com/starting, effect: NoExecute, timeAdded: "2026-01-05T09:00:00Z"}
            requirements:
            - {key: kubernetes.io/arch, operator: In, values: [amd64, arm64], minValues: 2}
            nodeClassRef: {group: karpenter.kwok.sh, kind: KWOKNodeClass, name: default}
            terminationGracePeriod: 90m
            expireAfter: 720h
      status:
        resources: {cpu: "4", nodes: "1"}
        nodes: 1
        nodeClassObservedGeneration: 2
        conditions:
        - type: Ready
          status: "True"
          reason: Ready
          message: ""
          lastTransitionTime: "2026-01-05T09:00:01Z"
          observedGeneration: 3
      """;

  @Test
  void a_pool_with_every_field_comes_back_unchanged() throws Exception {
    comesBackUnchanged(POOL, NodePool.class);
  }

  @Test
  void a_claim_with_every_field_comes_back_unchanged() throws Exception {
    comesBackUnchanged(
        """
        apiVersion: karpenter.sh/v1
        kind: NodeClaim
        metadata: {name: general-x7, generateName: general-, deletionTimestamp: "2026-01-05T09:00:00Z"}
        spec:
          taints: [{key: a, effect: NoSchedule}]
          startupTaints: [{key: b, effect: NoSchedule}]
          requirements: []
          resources: {requests: {cpu: 1500m}}
          nodeClassRef: {group: karpenter.kwok.sh, kind: KWOKNodeClass, name: default}
          terminationGracePeriod: 1h30m5s
          expireAfter: Never
        status:
          providerID: kwok://x7
          imageID: image-1
          nodeName: x7
          capacity: {cpu: "2"}
          allocatable: {cpu: 1900m}
          lastPodEventTime: "2026-01-05T09:00:00Z"
          conditions: [{type: Launched, status: "True", lastTransitionTime: "2026-01-05T09:00:00Z"}]
        """,
        NodeClaim.class);
  }

  @Test
  void an_overlay_a_buffer_and_a_node_class_come_back_unchanged() throws Exception {
    comesBackUnchanged(
        """
        apiVersion: karpenter.sh/v1alpha1
        kind: NodeOverlay
        metadata: {name: cheaper}
        spec:
          requirements: [{key: karpenter.sh/capacity-type, operator: In, values: [spot]}]
          price: "0.3"
          priceAdjustment: "-10%"
          capacity: {example.com/fuse: "4"}
          weight: 7
        status:
          conditions: [{type: Ready, status: Unknown, reason: X, message: y, lastTransitionTime: "2026-01-05T09:00:00Z"}]
        """,
        NodeOverlay.class);
    comesBackUnchanged(
        """
        apiVersion: autoscaling.x-k8s.io/v1beta1
        kind: CapacityBuffer
        metadata: {name: room, namespace: web}
        spec:
          provisioningStrategy: buffer.x-k8s.io/active-capacity
          podTemplateRef: {name: small}
          scalableRef: {apiGroup: apps, kind: Deployment, name: front}
          replicas: 3
          percentage: 10
          limits: {cpu: "8"}
        status:
          podTemplateRef: {name: small}
          podTemplateGeneration: 4
          replicas: 3
          provisioningStrategy: buffer.x-k8s.io/active-capacity
          conditions: [{type: Provisioning, status: "False", reason: X, message: y, lastTransitionTime: "2026-01-05T09:00:00Z"}]
        """,
        CapacityBuffer.class);
    comesBackUnchanged(
        """
        apiVersion: karpenter.kwok.sh/v1alpha1
        kind: KWOKNodeClass
        metadata: {name: default}
        spec: {nodeRegistrationDelay: 30s}
        status:
          conditions: [{type: Ready, status: "True", reason: Ready, message: "", lastTransitionTime: "2024-01-01T01:01:01Z"}]
        """,
        KwokNodeClass.class);
  }

  @Test
  void unknown_fields_are_let_through_and_dropped() throws Exception {
    var pool =
        Json.YAML.readValue(
            POOL.replace("spec:\n  weight", "spec:\n  ballast: 1\n  weight"), NodePool.class);

    assertThat(pool).isEqualTo(Json.YAML.readValue(POOL, NodePool.class));
  }

  @Test
  void integers_are_accepted_as_quantities() throws Exception {
    var pool = Json.YAML.readValue(POOL.replace("cpu: \"1000\"", "cpu: 1000"), NodePool.class);

    assertThat(pool.spec().limits()).containsEntry("cpu", "1000");
  }

  @Test
  void what_is_absent_reads_as_its_default_and_is_not_written() throws Exception {
    var text =
        """
        {"apiVersion":"karpenter.sh/v1","kind":"NodePool","metadata":{"name":"a"},"spec":{"template":{"spec":{\
        "requirements":[],"nodeClassRef":{"group":"g","kind":"k","name":"n"}}}}}""";

    var pool = Json.JSON.readValue(text, NodePool.class);

    assertThat(pool.spec().disruptionOrDefault().budgetsOrDefault())
        .containsExactly(new NodePool.Budget("10%", null, null, null));
    assertThat(pool.spec().template().spec().expireAfterOrDefault().value())
        .contains(Duration.ofHours(720));
    assertThat(Json.JSON.writeValueAsString(pool)).isEqualTo(text);
  }

  @Test
  void timestamps_with_an_offset_mean_the_same_instant() throws Exception {
    var meta =
        Json.JSON.readValue(
            "{\"creationTimestamp\":\"2026-01-05T10:00:00+01:00\"}", ObjectMeta.class);

    assertThat(meta.creationTimestamp()).isEqualTo(Instant.parse("2026-01-05T09:00:00Z"));
  }

  private static void comesBackUnchanged(String yaml, Class<? extends ApiObject> type)
      throws Exception {
    JsonNode before = Json.YAML.readTree(yaml);

    JsonNode after = Json.JSON.valueToTree(Json.JSON.treeToValue(before, type));

    assertThat(Json.JSON.readTree(Json.JSON.writeValueAsBytes(after)))
        .isEqualTo(Json.JSON.readTree(Json.JSON.writeValueAsBytes(before)));
  }
}
