package karpenter.api.convert;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import karpenter.api.Problem;
import karpenter.api.oci.OciAliases;
import karpenter.api.oci.OciNodeClass;

/// Node classes for Oracle Cloud that were written in another way (spec 04 §1.7, §1.8).
final class OciClasses {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private OciClasses() {}

  /// Whether an EC2NodeClass is one in name only: an image family is Oracle Cloud's word, and so
  /// are OCIDs.
  static boolean isInDisguise(JsonNode nodeClass) {
    var spec = nodeClass.path("spec");
    return spec.has("imageFamily") && !spec.has("amiFamily") && !spec.has("amiSelectorTerms");
  }

  static ObjectNode undisguised(JsonNode nodeClass, Report report) {
    report.note("kind", "EC2NodeClass is OciNodeClass now: imageFamily belongs to Oracle Cloud");
    for (var field : nodeClass.path("spec").properties()) {
      note(field.getKey(), report);
    }
    return ofAliases(nodeClass, report);
  }

  /// An OciNodeClass with every field under its own name.
  static ObjectNode ofAliases(JsonNode nodeClass, Report report) {
    var resolved = OciAliases.resolved(nodeClass.path("spec"));
    resolved.problems().forEach((Problem problem) -> report.add(problem));
    return classOf(nodeClass, resolved.spec(), report);
  }

  private static void note(String field, Report report) {
    switch (field) {
      case "imageFamily" ->
          report.note("spec.imageFamily", "names the system in imageSelector now");
      case "instanceProfile" ->
          report.note(
              "spec.instanceProfile",
              "left out: a machine of Oracle Cloud is known by its dynamic group");
      case "subnetSelectorTerms" ->
          report.note("spec.subnetSelectorTerms", "is subnetSelector; tags are free-form tags");
      case "securityGroupSelectorTerms" ->
          report.note("spec.securityGroupSelectorTerms", "is securityGroupSelector");
      case "metadataOptions" ->
          report.note("spec.metadataOptions", "is instanceOptions.legacyImdsDisabled");
      case "blockDeviceMappings" ->
          report.note(
              "spec.blockDeviceMappings",
              "is bootVolume for the root device, and blockDevices for others; the kind of volume"
                  + " is vpusPerGB");
      case "tags" -> report.note("spec.tags", "is freeformTags");
      default -> {}
    }
  }

  /// Oracle's own class.
  static ObjectNode ofOracle(JsonNode nodeClass, Report report) {
    var spec = JSON.objectNode();
    var fields = Fields.of(nodeClass.path("spec"), "spec", report);
    fields.copy("nodeCompartmentId", spec, "compartmentId");
    volume(fields.into("volumeConfig"), spec, report);
    network(fields.into("networkConfig"), spec);
    placement(fields, spec);
    fields.copy("shapeConfigs", spec);
    fields.copy("kubeletConfig", spec, "kubelet");
    fields.copy("preBootstrapInitScript", spec, "preBootstrapScript");
    fields.copy("postBootstrapInitScript", spec, "postBootstrapScript");
    for (var same :
        List.of("metadata", "freeformTags", "definedTags", "sshAuthorizedKeys", "agentPlugins")) {
      fields.copy(same, spec);
    }
    var options = fields.take("launchOptions");
    if (options instanceof ObjectNode written) {
      var naming = written.remove("consistentVolumeNamingEnabled");
      if (naming != null) {
        written.set("isConsistentVolumeNamingEnabled", naming);
      }
      spec.set("launchOptions", written);
    }
    fields.end();
    report.note("apiVersion", "OCINodeClass of oci.oraclecloud.com is OciNodeClass here");
    return classOf(nodeClass, spec, report);
  }

  private static void volume(Fields volume, ObjectNode spec, Report report) {
    var boot = volume.into("bootVolumeConfig");
    var disk = JSON.objectNode();
    boot.copy("sizeInGBs", disk);
    boot.copy("vpusPerGB", disk);
    boot.copy("pvEncryptionInTransit", disk, "encryptionInTransit");
    var key = boot.into("kmsKeyConfig");
    key.copy("kmsKeyId", disk);
    key.end();
    if (!disk.isEmpty()) {
      spec.set("bootVolume", disk);
    }
    var image = boot.into("imageConfig");
    var type = image.take("imageType").asText();
    spec.put("imageFamily", type.equals("OKEImage") ? "OracleOKELinux" : "Custom");
    var term = JSON.objectNode();
    image.copy("imageId", term, "id");
    var filter = image.into("imageFilter");
    filter.copy("osFilter", term, "os");
    filter.copy("osVersionFilter", term, "osVersion");
    filter.copy("compartmentId", term);
    filter.copy("freeformTags", term);
    filter.copy("definedTags", term);
    filter.end();
    image.end();
    boot.end();
    volume.end();
    if (term.isEmpty()) {
      report.problem(
          "spec.volumeConfig.bootVolumeConfig.imageConfig", "nothing", "an imageId or imageFilter");
    } else {
      spec.putArray("imageSelector").add(term);
    }
  }

  private static void network(Fields network, ObjectNode spec) {
    var primary = network.into("primaryVnicConfig");
    var subnets = spec.putArray("subnetSelector");
    selector(primary.into("subnetConfig"), "subnet", subnets);
    groups(primary.take("networkSecurityGroupConfigs"), spec);
    var vnic = JSON.objectNode();
    primary.copy("assignPublicIp", vnic);
    primary.copy("assignIpV6Ip", vnic, "assignIpv6Ip");
    primary.copy("vnicDisplayname", vnic, "displayName");
    primary.copy("skipSourceDestCheck", vnic);
    primary.copy("securityAttributes", vnic);
    primary.end();
    if (!vnic.isEmpty()) {
      spec.set("primaryVnic", vnic);
    }
    var secondary = network.take("secondaryVnicConfigs");
    network.end();
    if (secondary.isArray() && !secondary.isEmpty()) {
      podNetwork(secondary, spec);
    }
  }

  private static void groups(JsonNode configs, ObjectNode spec) {
    if (configs.isArray() && !configs.isEmpty()) {
      var groups = spec.putArray("securityGroupSelector");
      var report = new Report();
      configs.forEach(
          group -> selector(Fields.of(group, "", report), "networkSecurityGroup", groups));
    }
  }

  private static void podNetwork(JsonNode secondary, ObjectNode spec) {
    var pods = spec.putObject("podNetwork").put("mode", "VcnNative");
    var report = new Report();
    for (var config : secondary) {
      var fields = Fields.of(config, "", report);
      selector(fields.into("subnetConfig"), "subnet", pods.withArray("/podSubnetSelector"));
      for (var group : fields.take("networkSecurityGroupConfigs")) {
        selector(
            Fields.of(group, "", report),
            "networkSecurityGroup",
            pods.withArray("/podSecurityGroupSelector"));
      }
      var vnic = pods.withArray("/vnics").addObject();
      for (var same :
          List.of(
              "ipCount",
              "nicIndex",
              "applicationResource",
              "assignPublicIp",
              "securityAttributes")) {
        fields.copy(same, vnic);
      }
      fields.copy("assignIpV6Ip", vnic, "assignIpv6Ip");
      fields.copy("vnicDisplayname", vnic, "displayName");
      fields.copy("skipSourceDestCheck", vnic);
    }
  }

  /// An id or a filter, as a term.
  private static void selector(Fields config, String what, ArrayNode terms) {
    var term = JSON.objectNode();
    config.copy(what + "Id", term, "id");
    var filter = config.into(what + "Filter");
    filter.copy("displayName", term, "name");
    filter.copy("compartmentId", term);
    filter.copy("freeformTags", term);
    filter.copy("definedTags", term);
    filter.end();
    config.end();
    if (!term.isEmpty()) {
      terms.add(term);
    }
  }

  private static void placement(Fields fields, ObjectNode spec) {
    var placement = JSON.objectNode();
    references(fields.take("capacityReservationConfigs"), "capacityReservation", placement);
    references(fields.take("clusterPlacementGroupConfigs"), "clusterPlacementGroup", placement);
    var cluster = JSON.arrayNode();
    selector(fields.into("computeClusterConfig"), "computeCluster", cluster);
    if (!cluster.isEmpty()) {
      placement.set("computeCluster", cluster.get(0));
    }
    if (!placement.isEmpty()) {
      spec.set("placement", placement);
    }
  }

  private static void references(JsonNode configs, String what, ObjectNode placement) {
    var report = new Report();
    for (var config : configs) {
      selector(Fields.of(config, "", report), what, placement.withArray("/" + what + "s"));
    }
  }

  private static ObjectNode classOf(JsonNode source, ObjectNode spec, Report report) {
    var result = JSON.objectNode();
    result.put("apiVersion", OciNodeClass.API_VERSION).put("kind", OciNodeClass.KIND);
    result.set("metadata", Names.metadata(source.path("metadata"), report));
    result.set("spec", spec);
    return result;
  }
}
