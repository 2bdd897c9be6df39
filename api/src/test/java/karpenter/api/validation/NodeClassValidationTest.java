package karpenter.api.validation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import karpenter.api.Json;
import karpenter.api.Problem;
import karpenter.api.aws.Ec2NodeClass;
import karpenter.api.oci.OciNodeClass;
import org.junit.jupiter.api.Test;

class NodeClassValidationTest {

  @Test
  void settings_every_family_knows_are_fine() throws Exception {
    assertThat(
            ofKubelet(
                "bottlerocket",
                """
                maxPods: 110
                systemReserved: {cpu: 100m, memory: 100Mi, ephemeral-storage: 1Gi}
                evictionHard: {memory.available: 5%, nodefs.available: 10Gi}
                evictionSoft: {memory.available: 10%}
                evictionSoftGracePeriod: {memory.available: 1m30s}
                imageGCHighThresholdPercent: 80
                imageGCLowThresholdPercent: 70
                """))
        .isEmpty();
  }

  @Test
  void a_setting_no_kubelet_knows_is_named_with_the_likely_one() throws Exception {
    assertThat(ofKubelet("al2023", "maxPod: 110"))
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.path()).isEqualTo("spec.kubelet.maxPod");
              assertThat(problem.expected()).contains("maxPods");
            });
  }

  @Test
  void settings_of_the_wrong_form_are_refused() throws Exception {
    assertThat(
            paths(
                ofKubelet(
                    "al2023",
                    """
                    podsPerCore: many
                    maxPods: vcpus * 4
                    registerWithTaints: []
                    systemReserved: {gpu: "1", cpu: -1}
                    evictionHard: {memory: 5%, pid.available: 110%}
                    evictionSoft: {pid.available: 5%}
                    imageGCHighThresholdPercent: 70
                    imageGCLowThresholdPercent: 120
                    """)))
        .containsExactlyInAnyOrder(
            "spec.kubelet.podsPerCore",
            "spec.kubelet.maxPods",
            "spec.kubelet.registerWithTaints",
            "spec.kubelet.systemReserved",
            "spec.kubelet.systemReserved.gpu",
            "spec.kubelet.systemReserved.cpu",
            "spec.kubelet.evictionHard.memory",
            "spec.kubelet.evictionHard[\"pid.available\"]",
            "spec.kubelet.evictionSoftGracePeriod[\"pid.available\"]",
            "spec.kubelet.imageGCLowThresholdPercent",
            "spec.kubelet.imageGCHighThresholdPercent");
  }

  @Test
  void only_al2023_takes_every_setting() throws Exception {
    assertThat(ofKubelet("al2023", "podPidsLimit: 100")).isEmpty();
    assertThat(paths(ofKubelet("al2", "podPidsLimit: 100")))
        .containsExactly("spec.kubelet.podPidsLimit");
    assertThat(paths(ofKubelet("bottlerocket", "{podsPerCore: 5, clusterDNS: [a, b]}")))
        .containsExactly("spec.kubelet.podsPerCore", "spec.kubelet.clusterDNS");
  }

  @Test
  void metadata_of_oci_has_limits() throws Exception {
    assertThat(paths(OciNodeClassValidation.problems(oci("metaData: {user_data: x}"))))
        .containsExactly("spec.metaData.user_data");
    assertThat(
            paths(
                OciNodeClassValidation.problems(oci("metadata: {a: " + "x".repeat(32_000) + "}"))))
        .containsExactly("spec.metadata");
  }

  @Test
  void sizes_of_flexible_shapes_are_whole_or_half() throws Exception {
    assertThat(paths(OciNodeClassValidation.problems(oci("flex: {ocpus: [1, 2.5, 0.3]}"))))
        .containsExactly("spec.flex.ocpus[2]");
  }

  @Test
  void the_profile_pci_refuses_what_is_said_against_it() throws Exception {
    assertThat(
            paths(
                OciNodeClassValidation.problems(
                    oci(
                        """
                        compliance: {profile: pci}
                        primaryVnic: {assignPublicIp: true}
                        instanceOptions: {legacyImdsDisabled: false}
                        bootVolume: {encryptionInTransit: false}
                        imageUpdatePolicy: {mode: Latest}
                        sshAuthorizedKeys: [x]
                        kubelet: {extraArgs: [--x]}
                        """))))
        .containsExactly(
            "spec.primaryVnic.assignPublicIp",
            "spec.instanceOptions.legacyImdsDisabled",
            "spec.bootVolume.encryptionInTransit",
            "spec.imageUpdatePolicy.mode",
            "spec.sshAuthorizedKeys",
            "spec.kubelet.extraArgs",
            "spec.bootVolume.kmsKeyId");
    assertThat(
            OciNodeClassValidation.problems(
                oci("{compliance: {profile: pci}, bootVolume: {kmsKeyId: ocid1.key.oc1..a}}")))
        .isEmpty();
  }

  @Test
  void an_instance_profile_says_nothing_to_oci() throws Exception {
    assertThat(OciNodeClassValidation.warnings(oci("instanceProfile: oci-instance-principal")))
        .isEmpty();
    assertThat(
            paths(
                OciNodeClassValidation.warnings(
                    oci("{instanceProfile: nodes, kubelet: {maxPods: 5, podsPerCore: 6}}"))))
        .containsExactly("spec.instanceProfile", "spec.kubelet.podsPerCore");
  }

  private static List<Problem> ofKubelet(String family, String yaml) throws Exception {
    var document = Json.YAML.createObjectNode().put("apiVersion", Ec2NodeClass.API_VERSION);
    var spec = document.putObject("spec");
    spec.putArray("amiSelectorTerms").addObject().put("alias", family + "@latest");
    spec.set("kubelet", Json.YAML.readTree(yaml));
    return Ec2NodeClassValidation.problems(Json.JSON.treeToValue(document, Ec2NodeClass.class));
  }

  private static OciNodeClass oci(String yaml) throws Exception {
    var document = Json.YAML.createObjectNode();
    document.set("spec", Json.YAML.readTree(yaml));
    return Json.JSON.treeToValue(document, OciNodeClass.class);
  }

  private static List<String> paths(List<Problem> problems) {
    return problems.stream().map(Problem::path).toList();
  }
}
