package karpenter.api.convert;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import karpenter.api.Labels;

/// A Provisioner of v1alpha5 as a NodePool of v1beta1 (spec 03 §10.2).
final class Provisioners {
  private static final Set<String> SHAPE_KEYS =
      Set.of(
          Labels.INSTANCE_TYPE,
          "karpenter.k8s.aws/instance-family",
          "karpenter.k8s.aws/instance-category",
          "karpenter.k8s.aws/instance-generation");

  /// @param nodeClass the AWSNodeTemplate that was written inside it
  record Result(ObjectNode pool, Optional<ObjectNode> nodeClass) {}

  private final Report report;
  private final boolean withDefaults;

  private Provisioners(Report report, boolean withDefaults) {
    this.report = report;
    this.withDefaults = withDefaults;
  }

  static Result toPool(JsonNode provisioner, boolean withDefaults, Report report) {
    return new Provisioners(report, withDefaults).toPool(provisioner);
  }

  private Result toPool(JsonNode provisioner) {
    var pool = JsonNodeFactory.instance.objectNode();
    pool.put("apiVersion", "karpenter.sh/v1beta1").put("kind", "NodePool");
    pool.set("metadata", Names.metadata(provisioner.path("metadata"), report));
    var spec = pool.putObject("spec");
    var fields = Fields.of(provisioner.path("spec"), "spec", report);

    var template = spec.putObject("template");
    var metadata = JsonNodeFactory.instance.objectNode();
    fields.copy("labels", metadata);
    fields.copy("annotations", metadata);
    if (!metadata.isEmpty()) {
      template.set("metadata", metadata);
    }
    var node = template.putObject("spec");
    fields.copy("taints", node);
    fields.copy("startupTaints", node);
    node.set("requirements", requirements(fields.take("requirements")));
    kubelet(fields.take("kubeletConfiguration"), node);
    var nodeClass = nodeClass(provisioner, fields, node);
    limits(fields, spec);
    fields.copy("weight", spec);
    spec.set("disruption", disruption(fields));
    fields.end();
    return new Result(pool, nodeClass);
  }

  private void kubelet(JsonNode kubelet, ObjectNode node) {
    if (kubelet instanceof ObjectNode settings) {
      if (settings.remove("containerRuntime") != null) {
        report.note(
            "spec.kubeletConfiguration.containerRuntime",
            "left out: every image runs containerd now");
      }
      node.set("kubelet", settings);
    }
  }

  private Optional<ObjectNode> nodeClass(JsonNode provisioner, Fields fields, ObjectNode node) {
    var inline = fields.take("provider");
    var reference = fields.take("providerRef");
    if (!inline.isMissingNode() && !inline.isObject()) {
      report.problem("spec.provider", Fields.shown(inline), "an object");
    } else if (!inline.isMissingNode()) {
      var name = provisioner.at("/metadata/name").asText();
      node.putObject("nodeClassRef").put("name", name);
      report.note(
          "spec.provider",
          "became an EC2NodeClass of its own, " + name + ", to which the pool refers");
      return Optional.of(template(name, inline));
    }
    if (reference.hasNonNull("name")) {
      node.putObject("nodeClassRef").set("name", reference.get("name"));
    }
    return Optional.empty();
  }

  private static ObjectNode template(String name, JsonNode inline) {
    var template = JsonNodeFactory.instance.objectNode();
    template.put("apiVersion", "karpenter.k8s.aws/v1alpha1").put("kind", "AWSNodeTemplate");
    template.putObject("metadata").put("name", name);
    var spec = (ObjectNode) inline.deepCopy();
    spec.remove(List.of("apiVersion", "kind"));
    template.set("spec", spec);
    return template;
  }

  private void limits(Fields fields, ObjectNode spec) {
    var limits = fields.into("limits");
    var resources = limits.take("resources");
    limits.end();
    if (!resources.isMissingNode()) {
      spec.set("limits", resources);
      report.note("spec.limits.resources", "is spec.limits now");
    }
  }

  private ObjectNode disruption(Fields fields) {
    var disruption = JsonNodeFactory.instance.objectNode();
    var consolidation = fields.into("consolidation");
    var enabled = consolidation.take("enabled");
    consolidation.end();
    var afterEmpty = fields.take("ttlSecondsAfterEmpty");
    if (enabled.asBoolean()) {
      disruption.put("consolidationPolicy", "WhenUnderutilized");
      if (!afterEmpty.isMissingNode()) {
        report.note(
            "spec.ttlSecondsAfterEmpty", "left out: consolidation is on, which it never went with");
      }
    } else if (!afterEmpty.isMissingNode()) {
      disruption.put("consolidationPolicy", "WhenEmpty");
      disruption.put("consolidateAfter", seconds(afterEmpty, "spec.ttlSecondsAfterEmpty"));
      report.note(
          "spec.ttlSecondsAfterEmpty",
          "is consolidationPolicy WhenEmpty with consolidateAfter now, and held back by budgets");
    } else {
      disruption.put("consolidationPolicy", "WhenEmpty").put("consolidateAfter", "Never");
      report.note(
          "spec.consolidation",
          "was not on, so consolidateAfter is Never; left out, nodes would be consolidated now");
    }
    expiry(fields.take("ttlSecondsUntilExpired"), disruption);
    return disruption;
  }

  private void expiry(JsonNode seconds, ObjectNode disruption) {
    if (seconds.isMissingNode()) {
      disruption.put("expireAfter", "Never");
      report.note(
          "spec.ttlSecondsUntilExpired",
          "was not set, so expireAfter is Never; left out, nodes would expire after 720h now");
    } else {
      disruption.put("expireAfter", seconds(seconds, "spec.ttlSecondsUntilExpired"));
    }
  }

  private String seconds(JsonNode value, String path) {
    if (!value.isIntegralNumber() || value.longValue() < 0) {
      report.problem(path, Fields.shown(value), "a number of seconds");
    }
    return value.asLong() + "s";
  }

  /// What the webhook of v1alpha5 added to every Provisioner that did not say otherwise.
  private ArrayNode requirements(JsonNode written) {
    var all = JsonNodeFactory.instance.arrayNode();
    written.forEach(all::add);
    if (!withDefaults) {
      return all;
    }
    add(all, Labels.OS, "In", List.of("linux"));
    add(all, Labels.ARCH, "In", List.of(Labels.AMD64));
    add(all, Labels.CAPACITY_TYPE, "In", List.of(Labels.ON_DEMAND));
    if (SHAPE_KEYS.stream().noneMatch(key -> speaksOf(all, key))) {
      add(all, "karpenter.k8s.aws/instance-category", "In", List.of("c", "m", "r"));
      add(all, "karpenter.k8s.aws/instance-generation", "Gt", List.of("2"));
    }
    return all;
  }

  private void add(ArrayNode all, String key, String operator, List<String> values) {
    if (speaksOf(all, key)) {
      return;
    }
    var requirement = all.addObject().put("key", key).put("operator", operator);
    values.forEach(requirement.putArray("values")::add);
    report.note(
        "spec.requirements",
        "%s %s %s added: v1alpha5 did so by itself".formatted(key, operator, values));
  }

  private static boolean speaksOf(ArrayNode requirements, String key) {
    return requirements
        .valueStream()
        .anyMatch(r -> Labels.normalized(r.path("key").asText()).equals(key));
  }
}
