package karpenter.api.convert;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Locale;
import karpenter.api.aws.Ec2NodeClass;

/// An EC2NodeClass of v1beta1 as one of v1 (spec 03 §10.5).
final class Ec2Classes {
  private static final List<String> WITH_ALIAS =
      List.of("AL2", "AL2023", "Bottlerocket", "Windows2019", "Windows2022");
  private static final String ALIAS_VERSION = "compatibility.karpenter.k8s.aws/v1-alias-version";

  private final Report report;

  private Ec2Classes(Report report) {
    this.report = report;
  }

  static ObjectNode toV1(JsonNode beta, Report report) {
    return new Ec2Classes(report).toV1(beta);
  }

  private ObjectNode toV1(JsonNode beta) {
    var nodeClass = JsonNodeFactory.instance.objectNode();
    nodeClass.put("apiVersion", Ec2NodeClass.API_VERSION).put("kind", Ec2NodeClass.KIND);
    nodeClass.set("metadata", Names.metadata(beta.path("metadata"), report));
    var spec = nodeClass.putObject("spec");
    var fields = Fields.of(beta.path("spec"), "spec", report);
    fields.copy("role", spec);
    fields.copy("instanceProfile", spec);
    terms(fields, "subnetSelectorTerms", "subnets", spec);
    terms(fields, "securityGroupSelectorTerms", "security groups", spec);
    images(beta, fields, spec);
    for (var same :
        List.of(
            "associatePublicIPAddress",
            "context",
            "detailedMonitoring",
            "instanceStorePolicy",
            "tags",
            "userData",
            "kubelet")) {
      fields.copy(same, spec);
    }
    var mappings = fields.take("blockDeviceMappings");
    if (!mappings.isMissingNode()) {
      spec.set("blockDeviceMappings", mappings);
    }
    metadataOptions(fields.take("metadataOptions"), spec);
    fields.end();
    return nodeClass;
  }

  private void terms(Fields fields, String name, String what, ObjectNode spec) {
    fields.copy(name, spec);
    if (!spec.has(name)) {
      report.problem(
          "spec." + name,
          "nothing",
          "what finds the %s, such as {tags: {karpenter.sh/discovery: CLUSTER}}".formatted(what));
    }
  }

  private void images(JsonNode beta, Fields fields, ObjectNode spec) {
    var family = fields.take("amiFamily").asText();
    var terms = fields.take("amiSelectorTerms");
    boolean hasTerms = terms.isArray() && !terms.isEmpty();
    if (hasTerms) {
      spec.set("amiSelectorTerms", terms);
    }
    if (family.equals("Ubuntu")) {
      ubuntu(beta, hasTerms, spec);
    } else if (hasTerms) {
      spec.put("amiFamily", family);
    } else if (WITH_ALIAS.contains(family)) {
      alias(beta, family, spec);
    } else if (family.isEmpty()) {
      report.problem(
          "spec.amiFamily", "nothing", "one of " + String.join(", ", WITH_ALIAS) + ", Custom");
    } else if (family.equals(Ec2NodeClass.CUSTOM)) {
      report.problem(
          "spec.amiSelectorTerms",
          "nothing",
          "the images to launch: the AMI family Custom has none");
    } else {
      report.problem(
          "spec.amiFamily",
          "\"" + family + "\"",
          "one of " + String.join(", ", WITH_ALIAS) + ", Custom");
    }
  }

  private void alias(JsonNode beta, String family, ObjectNode spec) {
    var version = beta.at("/metadata/annotations").path(ALIAS_VERSION).asText("latest");
    var alias = family.toLowerCase(Locale.ROOT) + "@" + version;
    spec.putArray("amiSelectorTerms").addObject().put("alias", alias);
    report.note("spec.amiFamily", family + " is the alias " + alias + " in amiSelectorTerms now");
    if (version.equals("latest")) {
      report.note(
          "spec.amiFamily",
          "with latest every new image replaces nodes; name a version in production");
    }
    if (family.equals("AL2")) {
      report.note("spec.amiFamily", "AL2 has no images for Kubernetes 1.33 and later; see AL2023");
    }
  }

  private void ubuntu(JsonNode beta, boolean hasTerms, ObjectNode spec) {
    if (!hasTerms) {
      report.problem(
          "spec.amiSelectorTerms",
          "nothing",
          "the images to launch: Karpenter does not look for Ubuntu's any more");
    }
    spec.put("amiFamily", "AL2");
    report.note("spec.amiFamily", "Ubuntu is AL2 now, whose user data it shares");
    if (!beta.path("spec").has("blockDeviceMappings")) {
      var mapping = spec.putArray("blockDeviceMappings").addObject().put("deviceName", "/dev/sda1");
      mapping.put("rootVolume", true);
      mapping
          .putObject("ebs")
          .put("encrypted", true)
          .put("volumeType", "gp3")
          .put("volumeSize", "20Gi");
      report.note("spec.blockDeviceMappings", "the disk that the family Ubuntu had is written out");
    }
  }

  /// The default of the hop limit fell from 2 to 1, which cuts pods off: what held is written out.
  private void metadataOptions(JsonNode written, ObjectNode spec) {
    var options = JsonNodeFactory.instance.objectNode();
    options.put("httpEndpoint", "enabled").put("httpProtocolIPv6", "disabled");
    options.put("httpPutResponseHopLimit", 2).put("httpTokens", "required");
    boolean saysLimit = written.has("httpPutResponseHopLimit");
    if (written instanceof ObjectNode given) {
      options.setAll(given);
    }
    spec.set("metadataOptions", options);
    if (!saysLimit) {
      report.note(
          "spec.metadataOptions.httpPutResponseHopLimit",
          "2 was the default and 1 is now; written out, so that pods reach what they reached");
    }
  }
}
