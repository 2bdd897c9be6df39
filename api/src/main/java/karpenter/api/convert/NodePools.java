package karpenter.api.convert;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import karpenter.api.v1.NodePool;

/// A NodePool of v1beta1 as one of v1 (spec 03 §10.4).
final class NodePools {
  private static final String NODE = "spec.template.spec";

  /// @param kubelet settings that belong to the node class now
  record Result(ObjectNode pool, Optional<ObjectNode> kubelet) {}

  private final Report report;

  private NodePools(Report report) {
    this.report = report;
  }

  static Result toV1(JsonNode beta, Report report) {
    return new NodePools(report).toV1(beta);
  }

  private Result toV1(JsonNode beta) {
    var pool = JsonNodeFactory.instance.objectNode();
    pool.put("apiVersion", NodePool.API_VERSION).put("kind", NodePool.KIND);
    pool.set("metadata", Names.metadata(beta.path("metadata"), report));
    var spec = pool.putObject("spec");
    var fields = Fields.of(beta.path("spec"), "spec", report);
    var misplaced = fields.take("nodeClassRef");
    var template = fields.into("template");
    var node = template(template, misplaced, spec);
    var disruption = fields.into("disruption");
    disruption(disruption, spec, node.spec());
    fields.copy("limits", spec);
    fields.copy("weight", spec);
    fields.end();
    return new Result(pool, node.kubelet());
  }

  private record Node(ObjectNode spec, Optional<ObjectNode> kubelet) {}

  private Node template(Fields fields, JsonNode misplaced, ObjectNode spec) {
    var template = spec.putObject("template");
    var metadata = fields.into("metadata");
    var kept = JsonNodeFactory.instance.objectNode();
    var labels = metadata.take("labels");
    if (!labels.isMissingNode()) {
      kept.set("labels", Names.labels(labels, "spec.template.metadata.labels", report));
    }
    var annotations = metadata.take("annotations");
    if (!annotations.isMissingNode()) {
      kept.set(
          "annotations",
          Names.annotations(annotations, "spec.template.metadata.annotations", report));
    }
    metadata.end();
    if (!kept.isEmpty()) {
      template.set("metadata", kept);
    }
    var node = fields.into("spec");
    fields.end();
    var to = template.putObject("spec");
    to.set("requirements", requirements(node));
    node.copy("taints", to);
    node.copy("startupTaints", to);
    node.copy("terminationGracePeriod", to);
    node.copy("expireAfter", to);
    nodeClassRef(node.take("nodeClassRef"), misplaced, to);
    if (!node.take("resources").isMissingNode()) {
      report.note(NODE + ".resources", "left out: never had an effect in a NodePool");
    }
    var kubelet = node.take("kubelet");
    node.end();
    return new Node(
        to, kubelet instanceof ObjectNode block ? Optional.of(block) : Optional.empty());
  }

  private JsonNode requirements(Fields node) {
    return Names.requirements(node.take("requirements"), NODE + ".requirements", report);
  }

  private void nodeClassRef(JsonNode written, JsonNode misplaced, ObjectNode to) {
    var reference = written;
    if (written.isMissingNode() && !misplaced.isMissingNode()) {
      reference = misplaced;
      report.note(
          "spec.nodeClassRef", "moved to spec.template.spec.nodeClassRef, where it belongs");
    } else if (!misplaced.isMissingNode()) {
      report.problem(
          "spec.nodeClassRef",
          "a second reference",
          "one reference, at spec.template.spec.nodeClassRef");
    }
    if (reference.isObject()) {
      to.set("nodeClassRef", References.toV1(reference, NODE + ".nodeClassRef", report));
    }
  }

  private void disruption(Fields fields, ObjectNode spec, ObjectNode node) {
    var to = JsonNodeFactory.instance.objectNode();
    var after = fields.take("consolidateAfter");
    policy(fields.take("consolidationPolicy"), after, to);
    if (!after.isMissingNode() && !to.has("consolidateAfter")) {
      to.set("consolidateAfter", after);
    }
    fields.copy("budgets", to);
    var expireAfter = fields.take("expireAfter");
    if (!expireAfter.isMissingNode()) {
      node.set("expireAfter", expireAfter);
      report.note(
          "spec.disruption.expireAfter",
          "is spec.template.spec.expireAfter now; no budget holds expiry back any more,"
              + " and changing it replaces nodes");
    }
    fields.end();
    if (!to.isEmpty()) {
      // Required now wherever anything is said about disruption.
      if (!to.has("consolidateAfter")) {
        to.put("consolidateAfter", "0s");
      }
      spec.set("disruption", to);
    }
  }

  private void policy(JsonNode written, JsonNode after, ObjectNode to) {
    var path = "spec.disruption.consolidationPolicy";
    if (written.isMissingNode()) {
      return;
    }
    switch (written.asText()) {
      case "WhenUnderutilized" -> {
        to.put("consolidationPolicy", NodePool.Disruption.WHEN_EMPTY_OR_UNDERUTILIZED);
        report.note(path, "WhenUnderutilized is called WhenEmptyOrUnderutilized now");
        if (after.isMissingNode()) {
          to.put("consolidateAfter", "0s");
          report.note(
              path, "consolidateAfter is 0s, as it was; 1m or more avoids moving pods twice");
        }
      }
      case "WhenEmpty" -> {
        to.put("consolidationPolicy", NodePool.Disruption.WHEN_EMPTY);
        if (after.isMissingNode()) {
          to.put("consolidateAfter", "0s");
          report.note(
              "spec.disruption.consolidateAfter",
              "was missing, which v1beta1 refused beside WhenEmpty; 0s takes empty nodes at once");
        }
      }
      case "Never" -> {
        to.put("consolidationPolicy", NodePool.Disruption.WHEN_EMPTY)
            .put("consolidateAfter", "Never");
        report.note(
            path, "a policy Never does not exist; consolidateAfter: Never turns consolidation off");
      }
      case NodePool.Disruption.WHEN_EMPTY_OR_UNDERUTILIZED ->
          to.put("consolidationPolicy", NodePool.Disruption.WHEN_EMPTY_OR_UNDERUTILIZED);
      case NodePool.Disruption.BALANCED ->
          to.put("consolidationPolicy", NodePool.Disruption.BALANCED);
      default ->
          report.problem(
              path,
              Fields.shown(written),
              written.asText().equals("WhenIdle")
                  ? "WhenEmpty, which takes nodes without pods, or WhenUnderutilized, which also"
                      + " empties nodes; a policy WhenIdle never existed"
                  : "WhenEmpty or WhenUnderutilized");
    }
  }
}
