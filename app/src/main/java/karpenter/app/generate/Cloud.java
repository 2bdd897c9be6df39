package karpenter.app.generate;

import java.util.Locale;
import karpenter.app.generate.PoolPlan.Shape;

/// Where machines come from: the class they are launched with, and the words for choosing them.
enum Cloud {
  AWS("karpenter.k8s.aws", "EC2NodeClass") {
    @Override
    String nodeClass(String name, String cluster, boolean isRegulated) {
      var key = isRegulated ? "        kmsKeyID: ${KMS_KEY_ARN}\n" : "";
      return """
          apiVersion: karpenter.k8s.aws/v1
          kind: EC2NodeClass
          metadata:
            name: %s
          spec:
            role: KarpenterNodeRole-%s
            amiSelectorTerms:
              - alias: al2023@%s
            subnetSelectorTerms:
              - tags: {karpenter.sh/discovery: "%s"}
            securityGroupSelectorTerms:
              - tags: {karpenter.sh/discovery: "%s"}
            metadataOptions:
              httpTokens: required
              httpPutResponseHopLimit: 1
            blockDeviceMappings:
              - deviceName: /dev/xvda
                ebs:
                  volumeSize: 100Gi
                  volumeType: gp3
                  encrypted: true
          %s  tags:
              ManagedBy: karpenter
          """
          .formatted(
              name, cluster, isRegulated ? "${AMI_VERSION}" : "latest", cluster, cluster, key);
    }

    @Override
    String requirements(Shape shape) {
      return switch (shape) {
        case GENERAL -> ec2("c, m, r", 2, 5);
        case MEMORY -> ec2("r, m", 2, 5);
        case COMPUTE -> ec2("c, m", 2, 5);
        case GPU ->
            ec2("g, p", 0, 4)
                + line("karpenter.k8s.aws/instance-gpu-manufacturer", "In", "nvidia", 0);
        case NAMED ->
            line(
                "node.kubernetes.io/instance-type",
                "In",
                "m6i.large, m6i.xlarge, m6i.2xlarge, r6i.large, r6i.xlarge, r6i.2xlarge",
                0);
      };
    }

    private String ec2(String categories, int minValues, int generation) {
      return line("karpenter.k8s.aws/instance-category", "In", categories, minValues)
          + line("karpenter.k8s.aws/instance-generation", "Gte", "\"" + generation + "\"", 0);
    }
  },
  OCI("karpenter.k8s.oracle", "OciNodeClass") {
    @Override
    String nodeClass(String name, String cluster, boolean isRegulated) {
      var more =
          isRegulated
              ? """
                  imageUpdatePolicy: {mode: Approved}
                  compliance: {profile: pci, driftApproval: Manual}
                """
              : "";
      return """
          apiVersion: karpenter.k8s.oracle/v1
          kind: OciNodeClass
          metadata:
            name: %s
          spec:
            imageFamily: OracleOKELinux
            imageSelector:
              - {os: Oracle Linux, osVersion: "8"}
            subnetSelector:
              - freeformTags: {karpenter: "%s"}
            securityGroupSelector:
              - freeformTags: {karpenter: "%s"}
            primaryVnic:
              assignPublicIp: false
            instanceOptions:
              legacyImdsDisabled: true
            bootVolume:
              sizeInGBs: 100
              vpusPerGB: 10
          %s%s  freeformTags:
              ManagedBy: karpenter
          """
          .formatted(
              name,
              cluster,
              cluster,
              isRegulated
                  ? "    encryptionInTransit: true\n    kmsKeyId: ocid1.key.oc1..${KMS_KEY}\n"
                  : "",
              more);
    }

    @Override
    String requirements(Shape shape) {
      var family = "karpenter.k8s.oracle/instance-family";
      return switch (shape) {
        case GENERAL, MEMORY, COMPUTE ->
            line(family, "In", "standard.e4, standard.e5, standard3", 2);
        case GPU -> line("karpenter.k8s.oracle/instance-gpu", "Gte", "\"1\"", 0);
        case NAMED ->
            line(
                "node.kubernetes.io/instance-type",
                "In",
                "VM.Standard.E4.Flex, VM.Standard.E5.Flex",
                0);
      };
    }
  },
  KWOK("karpenter.kwok.sh", "KWOKNodeClass") {
    @Override
    String nodeClass(String name, String cluster, boolean isRegulated) {
      return """
          # Machines that are only simulated: nothing runs on them.
          apiVersion: karpenter.kwok.sh/v1alpha1
          kind: KWOKNodeClass
          metadata:
            name: %s
          """
          .formatted(name);
    }

    @Override
    String requirements(Shape shape) {
      var family = "karpenter.kwok.sh/instance-family";
      return switch (shape) {
        case GENERAL -> line(family, "In", "c, s, m", 2);
        case MEMORY -> line(family, "In", "m, s", 2);
        case COMPUTE -> line(family, "In", "c, s", 2);
        // KWOK's machines have no GPUs; the taint keeps others off all the same.
        case GPU -> line(family, "In", "m", 0);
        case NAMED ->
            line(
                "node.kubernetes.io/instance-type",
                "In",
                "s-4x-amd64-linux, s-8x-amd64-linux, m-8x-amd64-linux",
                0);
      };
    }
  };

  private final String group;
  private final String kind;

  Cloud(String group, String kind) {
    this.group = group;
    this.kind = kind;
  }

  abstract String nodeClass(String name, String cluster, boolean isRegulated);

  /// Lines that choose machines, for the list of requirements.
  abstract String requirements(Shape shape);

  String reference(String name) {
    return "{group: %s, kind: %s, name: %s}".formatted(group, kind, name);
  }

  static String line(String key, String operator, String values, int minValues) {
    return "        - {key: %s, operator: %s, values: [%s]%s}\n"
        .formatted(key, operator, values, minValues == 0 ? "" : ", minValues: " + minValues);
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
