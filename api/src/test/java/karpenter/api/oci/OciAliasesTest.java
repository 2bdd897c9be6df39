package karpenter.api.oci;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import karpenter.api.Json;
import karpenter.api.Problem;
import org.junit.jupiter.api.Test;

class OciAliasesTest {

  @Test
  void a_class_in_the_words_of_ec2_becomes_one_of_oci() throws Exception {
    var resolved =
        OciAliases.resolved(
            yaml(
                """
                imageFamily: Oracle-Linux-8
                instanceProfile: oci-instance-principal
                subnetSelectorTerms: [{tags: {zone: a}}]
                securityGroupSelectorTerms: [{tags: {zone: a}}]
                metadataOptions: {httpEndpoint: enabled, httpTokens: required}
                blockDeviceMappings:
                - deviceName: /dev/sda
                  ebs: {volumeSize: 200Gi, volumeType: balanced, encrypted: true, kmsKeyID: ocid1.key.oc1..a}
                - deviceName: /dev/sdb
                  ebs: {volumeSize: 50G, volumeType: ultra-high}
                tags: {Team: web}
                """));

    assertThat(resolved.problems()).isEmpty();
    assertThat((JsonNode) resolved.spec())
        .isEqualTo(
            yaml(
                """
                imageFamily: OracleOKELinux
                imageSelector: [{os: Oracle Linux, osVersion: "8"}]
                subnetSelector: [{tags: {zone: a}}]
                securityGroupSelector: [{tags: {zone: a}}]
                instanceOptions: {legacyImdsDisabled: true}
                bootVolume: {sizeInGBs: 200, vpusPerGB: 10, kmsKeyId: ocid1.key.oc1..a}
                blockDevices: [{sizeInGBs: 50, vpusPerGB: 30}]
                freeformTags: {Team: web}
                """));
  }

  @Test
  void older_names_become_todays() throws Exception {
    var resolved =
        OciAliases.resolved(
            yaml(
                """
                imageFamily: Ubuntu2204
                bootConfig: {bootVolumeSizeInGBs: 100, bootVolumeVpusPerGB: 20}
                agentList: [Bastion]
                metaData: {a: b}
                kubeletConfig: {maxPods: 50}
                preInstallScript: x
                """));

    assertThat((JsonNode) resolved.spec())
        .isEqualTo(
            yaml(
                """
                imageFamily: Ubuntu
                imageSelector: [{os: Canonical Ubuntu, osVersion: "22.04"}]
                bootVolume: {sizeInGBs: 100, vpusPerGB: 20}
                agentPlugins: [{name: Bastion, state: ENABLED}]
                metadata: {a: b}
                kubelet: {maxPods: 50}
                preBootstrapScript: x
                """));
  }

  @Test
  void what_oracle_cloud_cannot_do_is_a_problem() throws Exception {
    var resolved =
        OciAliases.resolved(
            yaml(
                """
                metadataOptions: {httpEndpoint: disabled}
                blockDeviceMappings:
                - deviceName: /dev/xvda
                  ebs: {volumeSize: 1Ti, volumeType: io2, encrypted: false}
                """));

    assertThat(resolved.problems())
        .extracting(Problem::path)
        .containsExactly(
            "spec.metadataOptions.httpEndpoint",
            "spec.blockDeviceMappings[0].ebs.volumeSize",
            "spec.blockDeviceMappings[0].ebs.volumeType",
            "spec.blockDeviceMappings[0].ebs.encrypted");
  }

  /// Compared as text is read, where a number has no width.
  private static JsonNode yaml(String text) throws Exception {
    return Json.JSON.readTree(Json.YAML.readTree(text).toString());
  }
}
