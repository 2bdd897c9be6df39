package karpenter.api.oci;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import karpenter.api.FieldPath;
import karpenter.api.Problem;

/// Turns every way to write an [OciNodeClass] into one: the fields that are aliases of others are
/// gone afterwards (spec 04 §1.6, §1.7).
///
/// @param spec the spec without aliases
/// @param problems what an alias says and Oracle Cloud cannot do
public record OciAliases(ObjectNode spec, List<Problem> problems) {
  private static final Map<String, String> RENAMED =
      Map.of(
          "subnetSelectorTerms", "subnetSelector",
          "securityGroupSelectorTerms", "securityGroupSelector",
          "kubeletConfig", "kubelet",
          "metaData", "metadata",
          "preInstallScript", "preBootstrapScript",
          "preBootstrapInitScript", "preBootstrapScript",
          "postBootstrapInitScript", "postBootstrapScript",
          "freeFormTags", "freeformTags",
          "tags", "freeformTags");

  private static final Set<String> ROOT_DEVICES =
      Set.of("/dev/sda", "/dev/sda1", "/dev/xvda", "/dev/oracleoci/oraclevda");

  private static final Map<String, Integer> SPEEDS =
      Map.of(
          "lower-cost", 0, "balanced", 10, "gp3", 10, "higher-performance", 20, "ultra-high", 30);

  public static OciAliases resolved(JsonNode spec) {
    var result = JsonNodeFactory.instance.objectNode();
    var problems = new ArrayList<Problem>();
    for (var field : spec.properties()) {
      var name = field.getKey();
      var value = field.getValue();
      switch (name) {
        case "imageFamily" -> imageFamily(value.asText(), spec, result);
        case "agentList" -> agents(value, result);
        case "bootConfig" -> bootConfig(value, result);
        case "blockDeviceMappings" -> mappings(value, result, problems);
        case "metadataOptions" -> metadataOptions(value, result, problems);
        case "instanceProfile" -> {} // identity is a dynamic group's affair
        default -> result.set(RENAMED.getOrDefault(name, name), value.deepCopy());
      }
    }
    return new OciAliases(result, List.copyOf(problems));
  }

  private static void imageFamily(String family, JsonNode spec, ObjectNode result) {
    var image = JsonNodeFactory.instance.objectNode();
    switch (family) {
      case "Oracle-Linux-8", "Oracle-Linux-9" -> {
        result.put("imageFamily", "OracleOKELinux");
        image
            .put("os", "Oracle Linux")
            .put("osVersion", family.substring("Oracle-Linux-".length()));
      }
      case "Ubuntu2204" -> {
        result.put("imageFamily", "Ubuntu");
        image.put("os", "Canonical Ubuntu").put("osVersion", "22.04");
      }
      case "OKEImage" -> result.put("imageFamily", "OracleOKELinux");
      default -> result.put("imageFamily", family);
    }
    if (!image.isEmpty() && !spec.has("imageSelector")) {
      result.putArray("imageSelector").add(image);
    }
  }

  private static void agents(JsonNode names, ObjectNode result) {
    var plugins = result.putArray("agentPlugins");
    names.forEach(name -> plugins.addObject().put("name", name.asText()).put("state", "ENABLED"));
  }

  private static void bootConfig(JsonNode config, ObjectNode result) {
    var volume = result.putObject("bootVolume");
    volume.set("sizeInGBs", config.path("bootVolumeSizeInGBs"));
    volume.set("vpusPerGB", config.path("bootVolumeVpusPerGB"));
  }

  private static void mappings(JsonNode mappings, ObjectNode result, List<Problem> problems) {
    for (int i = 0; i < mappings.size(); i++) {
      var device = mappings.path(i).path("deviceName").asText();
      var ebs = mappings.path(i).path("ebs");
      var path = FieldPath.item("spec.blockDeviceMappings", i) + ".ebs";
      var disk = ROOT_DEVICES.contains(device) ? bootVolume(result) : blockDevice(result);
      size(ebs.path("volumeSize"), disk, path, problems);
      speed(ebs.path("volumeType"), disk, path, problems);
      if (ebs.has("kmsKeyID")) {
        disk.set("kmsKeyId", ebs.get("kmsKeyID"));
      }
      if (ebs.path("encrypted").isBoolean() && !ebs.path("encrypted").booleanValue()) {
        problems.add(
            Problem.at(path + ".encrypted")
                .found("false")
                .expected("true: Oracle Cloud has no volumes without encryption"));
      }
    }
  }

  private static ObjectNode bootVolume(ObjectNode result) {
    return result.get("bootVolume") instanceof ObjectNode volume
        ? volume
        : result.putObject("bootVolume");
  }

  private static ObjectNode blockDevice(ObjectNode result) {
    return result.get("blockDevices") instanceof ArrayNode devices
        ? devices.addObject()
        : result.putArray("blockDevices").addObject();
  }

  private static void size(JsonNode size, ObjectNode disk, String path, List<Problem> problems) {
    var text = size.asText();
    if (text.matches("[1-9][0-9]{0,4}(Gi|G)")) {
      disk.put("sizeInGBs", Integer.parseInt(text.replaceAll("[^0-9]", "")));
    } else if (!size.isMissingNode()) {
      problems.add(
          Problem.at(path + ".volumeSize")
              .found("\"" + text + "\"")
              .expected("a size such as 200Gi"));
    }
  }

  private static void speed(JsonNode type, ObjectNode disk, String path, List<Problem> problems) {
    var vpus = SPEEDS.get(type.asText());
    if (vpus != null) {
      disk.put("vpusPerGB", vpus);
    } else if (!type.isMissingNode()) {
      problems.add(
          Problem.at(path + ".volumeType")
              .found("\"" + type.asText() + "\"")
              .expected("one of lower-cost, balanced, higher-performance, ultra-high"));
    } else if (!disk.has("vpusPerGB")) {
      disk.put("vpusPerGB", 10);
    }
  }

  private static void metadataOptions(JsonNode options, ObjectNode result, List<Problem> problems) {
    if (options.path("httpEndpoint").asText().equals("disabled")) {
      problems.add(
          Problem.at("spec.metadataOptions.httpEndpoint")
              .found("disabled")
              .expected("enabled: Oracle Cloud cannot switch its metadata service off"));
    }
    result
        .putObject("instanceOptions")
        .put("legacyImdsDisabled", !options.path("httpTokens").asText().equals("optional"));
  }
}
