package karpenter.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import karpenter.api.aws.Ec2NodeClass;
import karpenter.api.buffer.CapacityBuffer;
import karpenter.api.kwok.KwokNodeClass;
import karpenter.api.oci.OciNodeClass;
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
  void a_class_of_ec2_with_every_field_comes_back_unchanged() throws Exception {
    comesBackUnchanged(
        """
        apiVersion: karpenter.k8s.aws/v1
        kind: EC2NodeClass
        metadata: {name: default}
        spec:
          subnetSelectorTerms: [{tags: {a: b}}, {id: subnet-1}]
          securityGroupSelectorTerms: [{name: web}]
          capacityReservationSelectorTerms: [{id: cr-1}, {ownerID: "012345678901", instanceMatchCriteria: open}]
          placementGroupSelector: {name: near}
          associatePublicIPAddress: false
          ipPrefixCount: 2
          amiSelectorTerms: [{ssmParameter: /a/b}, {name: x, owner: self, tags: {a: b}}]
          amiFamily: Custom
          userData: "#!/bin/sh"
          role: nodes
          tags: {team: web}
          kubelet: {maxPods: 110, systemReserved: {cpu: 100m}, featureGates: {X: true}}
          blockDeviceMappings:
          - deviceName: /dev/xvda
            rootVolume: true
            ebs: {deleteOnTermination: true, encrypted: true, iops: 3000, kmsKeyID: k, snapshotID: s, throughput: 125, volumeInitializationRate: 100, volumeSize: 50Gi, volumeType: gp3}
          instanceStorePolicy: RAID0
          networkInterfaces: [{networkCardIndex: 0, deviceIndex: 0, interfaceType: interface}]
          detailedMonitoring: true
          metadataOptions: {httpEndpoint: enabled, httpProtocolIPv6: disabled, httpPutResponseHopLimit: 1, httpTokens: required}
          connectionTracking: {tcpEstablishedTimeout: 60, udpStreamTimeout: 60, udpTimeout: 30}
          context: x
          cpuOptions: {nestedVirtualization: enabled}
        status:
          subnets: [{id: subnet-1, zone: a, zoneID: z}]
          securityGroups: [{id: sg-1, name: web}]
          amis: [{id: ami-1, name: x, deprecated: true, requirements: [{key: k, operator: In, values: [v]}]}]
          capacityReservations:
          - {availabilityZone: a, endTime: "2026-01-05T09:00:00Z", id: cr-1, instanceMatchCriteria: open, instanceType: m5.large, interruptible: true, ownerID: "012345678901", reservationType: default, state: active}
          instanceProfile: p
          conditions: [{type: Ready, status: "True", reason: Ready, message: "", lastTransitionTime: "2024-01-01T01:01:01Z"}]
        """,
        Ec2NodeClass.class);
  }

  @Test
  void a_class_of_oci_comes_back_unchanged() throws Exception {
    comesBackUnchanged(
        """
        apiVersion: karpenter.k8s.oracle/v1
        kind: OciNodeClass
        metadata: {name: default}
        spec:
          compartmentId: ocid1.compartment.oc1..a
          imageFamily: Oracle-Linux-8
          imageSelector: [{os: Oracle Linux, osVersion: "8", definedTags: {ns: {a: b}}}]
          imageUpdatePolicy: {mode: Approved, minAge: 24h}
          subnetSelector: [{name: nodes}]
          primaryVnic: {assignPublicIp: false, securityAttributes: {ns: {a: b}}}
          podNetwork: {mode: VcnNative, vnics: [{ipCount: 32, nicIndex: 0}]}
          bootVolume: {sizeInGBs: 100, vpusPerGB: 10, encryptionInTransit: true}
          blockDevices: [{sizeInGBs: 50, vpusPerGB: 0, attachment: iscsi}]
          instanceOptions: {legacyImdsDisabled: true}
          platformConfig: {secureBoot: true}
          launchOptions: {firmware: UEFI_64}
          agentPlugins: [{name: Bastion, state: ENABLED}]
          shapeConfigs: [{ocpus: 1.5, memoryInGbs: 12.5, baselineOcpuUtilization: BASELINE_1_2}]
          flex: {ocpus: [0.5], memoryPerVcpuGiB: [2.5], exclude: [VM.Standard.A1.Flex]}
          placement: {computeCluster: {id: ocid1.computecluster.oc1..a}}
          kubelet: {maxPods: 110, evictionHard: {memory.available: 5%}}
          metadata: {a: b}
          definedTags: {ns: {a: b}}
          freeformTags: {a: b}
          compliance: {profile: pci, driftApproval: Manual}
        status:
          images: [{id: i, selected: true, requirements: [{key: k, operator: Exists}]}]
          subnets: [{id: s, cidrUtilization: [{cidr: 10.0.0.0/24, utilization: "5"}]}]
          placement: {computeCluster: {id: c}}
          compliance: {violations: [x]}
        """,
        OciNodeClass.class);
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
