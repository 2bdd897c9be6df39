package karpenter.api.validation;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import karpenter.api.FieldPath;
import karpenter.api.Problem;
import karpenter.api.oci.OciNodeClass;
import karpenter.api.oci.OciNodeClass.Spec;
import org.jspecify.annotations.Nullable;

/// Whether a stored OciNodeClass can be used, as far as it tells without asking Oracle Cloud (spec
/// 04 §1.4, §1.6, §8.2).
public final class OciNodeClassValidation {
  /// What the cloud takes as metadata of one instance.
  private static final int MAX_METADATA_BYTES = 32_000;

  private static final List<String> RESERVED_METADATA = List.of("user_data", "ssh_authorized_keys");

  private OciNodeClassValidation() {}

  public static List<Problem> problems(OciNodeClass nodeClass) {
    var problems = new ArrayList<Problem>();
    var spec = nodeClass.spec();
    metadata(spec, problems);
    flex(spec, problems);
    if (spec.compliance() != null && "pci".equals(spec.compliance().profile())) {
      regulated(spec, problems);
    }
    return List.copyOf(problems);
  }

  /// What is accepted and probably not meant.
  public static List<Problem> warnings(OciNodeClass nodeClass) {
    var warnings = new ArrayList<Problem>();
    var spec = nodeClass.spec();
    var profile = spec.instanceProfile();
    if (profile != null && !profile.equals("oci-instance-principal")) {
      warnings.add(
          Problem.at("spec.instanceProfile")
              .found("\"" + profile + "\"")
              .expected(
                  "nothing: Oracle Cloud has no instance profiles, a node is known by its dynamic"
                      + " group"));
    }
    var kubelet = spec.kubelet() != null ? spec.kubelet() : spec.kubeletConfig();
    if (kubelet != null
        && kubelet.maxPods() != null
        && kubelet.podsPerCore() != null
        && kubelet.podsPerCore() > kubelet.maxPods()) {
      warnings.add(
          Problem.at(
                  (spec.kubelet() != null ? "spec.kubelet" : "spec.kubeletConfig") + ".podsPerCore")
              .found(kubelet.podsPerCore().toString())
              .expected("at most maxPods, which is " + kubelet.maxPods()));
    }
    return List.copyOf(warnings);
  }

  private static void metadata(Spec spec, List<Problem> problems) {
    var metadata = spec.metadata() != null ? spec.metadata() : spec.metaData();
    if (metadata == null) {
      return;
    }
    var path = spec.metadata() != null ? "spec.metadata" : "spec.metaData";
    for (var key : RESERVED_METADATA) {
      if (metadata.containsKey(key)) {
        problems.add(
            Problem.at(FieldPath.field(path, key))
                .found("a key that Karpenter sets itself")
                .expected(
                    key.equals("user_data")
                        ? "the field spec.userData"
                        : "the field spec.sshAuthorizedKeys"));
      }
    }
    int bytes = bytes(metadata);
    if (bytes > MAX_METADATA_BYTES) {
      problems.add(
          Problem.at(path)
              .found(bytes + " bytes")
              .expected("at most " + MAX_METADATA_BYTES + " bytes in all"));
    }
  }

  private static int bytes(Map<String, String> metadata) {
    return metadata.entrySet().stream()
        .mapToInt(
            entry -> (entry.getKey() + entry.getValue()).getBytes(StandardCharsets.UTF_8).length)
        .sum();
  }

  private static void flex(Spec spec, List<Problem> problems) {
    if (spec.flex() != null) {
      halves(spec.flex().ocpus(), "spec.flex.ocpus", problems);
      halves(spec.flex().memoryPerVcpuGiB(), "spec.flex.memoryPerVcpuGiB", problems);
    }
  }

  private static void halves(@Nullable List<Double> sizes, String path, List<Problem> problems) {
    for (int i = 0; sizes != null && i < sizes.size(); i++) {
      double size = sizes.get(i);
      if (!(size > 0) || size * 2 != Math.rint(size * 2)) {
        problems.add(
            Problem.at(FieldPath.item(path, i))
                .found(String.valueOf(size))
                .expected("a positive number of whole or half units, such as 1 or 2.5"));
      }
    }
  }

  /// Only what is said against the profile: what is not said, the profile decides.
  private static void regulated(Spec spec, List<Problem> problems) {
    if (spec.primaryVnic() != null && Boolean.TRUE.equals(spec.primaryVnic().assignPublicIp())) {
      refuse(problems, "spec.primaryVnic.assignPublicIp", "true", "no public addresses");
    }
    if (spec.instanceOptions() != null
        && Boolean.FALSE.equals(spec.instanceOptions().legacyImdsDisabled())) {
      refuse(
          problems, "spec.instanceOptions.legacyImdsDisabled", "false", "the metadata service v2");
    }
    if (spec.metadataOptions() != null
        && Objects.equals(spec.metadataOptions().httpTokens(), "optional")) {
      refuse(problems, "spec.metadataOptions.httpTokens", "optional", "the metadata service v2");
    }
    if (spec.bootVolume() != null
        && Boolean.FALSE.equals(spec.bootVolume().encryptionInTransit())) {
      refuse(problems, "spec.bootVolume.encryptionInTransit", "false", "encryption in transit");
    }
    if (spec.imageUpdatePolicy() != null
        && Objects.equals(spec.imageUpdatePolicy().mode(), "Latest")) {
      refuse(
          problems, "spec.imageUpdatePolicy.mode", "Latest", "images that are Pinned or Approved");
    }
    if (spec.sshAuthorizedKeys() != null && !spec.sshAuthorizedKeys().isEmpty()) {
      refuse(problems, "spec.sshAuthorizedKeys", "keys", "nobody who logs in");
    }
    var kubelet = spec.kubelet() != null ? spec.kubelet() : spec.kubeletConfig();
    if (kubelet != null && kubelet.extraArgs() != null && !kubelet.extraArgs().isEmpty()) {
      refuse(problems, "spec.kubelet.extraArgs", "arguments", "a kubelet as it is reviewed");
    }
    if (!hasKey(spec)) {
      problems.add(
          Problem.at("spec.bootVolume.kmsKeyId")
              .found("nothing")
              .expected("a key of your vault: the profile pci asks for it"));
    }
  }

  private static boolean hasKey(Spec spec) {
    if (spec.bootVolume() != null && spec.bootVolume().kmsKeyId() != null) {
      return true;
    }
    var mappings = spec.blockDeviceMappings();
    return mappings != null
        && mappings.stream().anyMatch(m -> m.ebs() != null && m.ebs().kmsKeyID() != null);
  }

  private static void refuse(List<Problem> problems, String path, String found, String rule) {
    problems.add(Problem.at(path).found(found).expected(rule + ": the profile pci asks for it"));
  }
}
