package karpenter.api.convert;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.SplittableRandom;
import karpenter.api.Json;
import karpenter.api.schema.GeneratedDocuments;
import org.junit.jupiter.api.Test;

/// Whatever the JSON, the answer is an answer, and what is converted is sound.
class ConversionFuzzTest {
  private static final int DOCUMENTS = 3_000;

  private static final List<String> SOURCES =
      List.of(
          """
          {apiVersion: karpenter.sh/v1alpha5, kind: Provisioner, metadata: {name: a}, spec: {
            requirements: [{key: a, operator: In, values: [b]}], limits: {resources: {cpu: 1}}, weight: 1,
            labels: {a: b}, annotations: {a: b}, taints: [{key: a, effect: NoSchedule}], ttlSecondsAfterEmpty: 3,
            consolidation: {enabled: false}, kubeletConfiguration: {maxPods: 3, containerRuntime: x},
            provider: {instanceProfile: p, subnetSelector: {a: b}, securityGroupSelector: {a: b}}}}
          """,
          """
          {apiVersion: karpenter.k8s.aws/v1alpha1, kind: AWSNodeTemplate, metadata: {name: a}, spec: {
            instanceProfile: p, subnetSelector: {a: "b,c"}, securityGroupSelector: {aws-ids: sg-1}, tags: {a: b},
            blockDeviceMappings: [{virtualName: x, ebs: {volumeSize: 1Gi}}], metadataOptions: {httpTokens: required}}}
          """,
          """
          {apiVersion: karpenter.sh/v1beta1, kind: NodePool, metadata: {name: a, annotations: {a: b}}, spec: {
            disruption: {consolidationPolicy: WhenEmpty, consolidateAfter: 30s, expireAfter: 1h, budgets: [{nodes: "1"}]},
            template: {metadata: {labels: {a: b}}, spec: {nodeClassRef: {name: a}, kubelet: {maxPods: 1},
            requirements: [{key: a, operator: Exists}]}}, limits: {cpu: 1}}}
          """,
          """
          {apiVersion: karpenter.k8s.aws/v1beta1, kind: EC2NodeClass, metadata: {name: a}, spec: {amiFamily: AL2, role: r,
            subnetSelectorTerms: [{id: subnet-1}], securityGroupSelectorTerms: [{id: sg-1}], metadataOptions: {httpTokens: optional},
            blockDeviceMappings: [{ebs: {volumeSize: 1Gi}}]}}
          """,
          """
          {apiVersion: karpenter.k8s.aws/v1beta1, kind: EC2NodeClass, metadata: {name: a}, spec: {imageFamily: Oracle-Linux-8,
            subnetSelectorTerms: [{name: a}], blockDeviceMappings: [{deviceName: /dev/sda, ebs: {volumeSize: 1Gi}}], metadataOptions: {}}}
          """,
          """
          {apiVersion: oci.oraclecloud.com/v1beta1, kind: OCINodeClass, metadata: {name: a}, spec: {launchOptions: {firmware: BIOS},
            volumeConfig: {bootVolumeConfig: {imageConfig: {imageType: OKEImage, imageId: ocid1.image.oc1..a}}},
            networkConfig: {primaryVnicConfig: {subnetConfig: {subnetId: ocid1.subnet.oc1..a}, networkSecurityGroupConfigs: []},
            secondaryVnicConfigs: [{subnetConfig: {subnetId: ocid1.subnet.oc1..a}, ipCount: 32}]},
            capacityReservationConfigs: [{capacityReservationId: ocid1.x.oc1..a}]}}
          """,
          """
          {apiVersion: karpenter.sh/v1beta1, kind: NodeClaim, metadata: {name: a}, spec: {requirements: [], nodeClassRef: {name: a}}}
          """,
          """
          {apiVersion: monitoring.coreos.com/v1, kind: PrometheusRule, spec: {groups: [{rules: [{expr: karpenter_nodes_created}]}]}}
          """);

  @Test
  void no_document_escapes_an_answer() throws Exception {
    int converted = 0;
    for (long seed = 0; seed < DOCUMENTS; seed++) {
      var random = new SplittableRandom(seed);
      var one = damaged(random);
      var other = damaged(random);
      try {
        for (var outcome : Conversion.convert(List.of(one, other), Conversion.Options.DEFAULT)) {
          if (outcome instanceof Outcome.Converted(var objects, _)) {
            converted++;
            objects.forEach(object -> assertThat(Soundness.problems(object)).isEmpty());
          } else if (outcome instanceof Outcome.Refused(var problems, _)) {
            assertThat(problems).isNotEmpty();
          }
        }
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError("seed " + seed + ": " + one + " " + other, e);
      }
    }
    assertThat(converted).isGreaterThan(DOCUMENTS / 10);
  }

  private static JsonNode damaged(SplittableRandom random) throws Exception {
    var source = Json.YAML.readTree(SOURCES.get(random.nextInt(SOURCES.size())));
    return GeneratedDocuments.damaged(source, random.nextInt(3), random);
  }
}
