package karpenter.api.convert;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import karpenter.api.aws.SelectorTerm;

/// An AWSNodeTemplate of v1alpha1 as an EC2NodeClass of v1beta1 (spec 03 §10.3).
final class NodeTemplates {
  private static final int MAX_TERMS = 30;
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

  private final Report report;

  private NodeTemplates(Report report) {
    this.report = report;
  }

  static ObjectNode toNodeClass(JsonNode template, Report report) {
    return new NodeTemplates(report).toNodeClass(template);
  }

  private ObjectNode toNodeClass(JsonNode template) {
    var nodeClass = JSON.objectNode();
    nodeClass.put("apiVersion", "karpenter.k8s.aws/v1beta1").put("kind", "EC2NodeClass");
    nodeClass.set("metadata", Names.metadata(template.path("metadata"), report));
    var spec = nodeClass.putObject("spec");
    var fields = Fields.of(template.path("spec"), "spec", report);
    var family = fields.take("amiFamily");
    spec.put("amiFamily", family.isMissingNode() ? "AL2" : family.asText());
    selector(fields, "subnetSelector", spec);
    selector(fields, "securityGroupSelector", spec);
    selector(fields, "amiSelector", spec);
    if (!fields.take("launchTemplate").isMissingNode()
        || !fields.take("launchTemplateName").isMissingNode()) {
      report.problem(
          "spec.launchTemplate",
          "a launch template",
          "what it holds as fields of the class: Karpenter writes its own launch templates");
    }
    fields.copy("instanceProfile", spec);
    for (var same : List.of("userData", "tags", "context", "detailedMonitoring")) {
      fields.copy(same, spec);
    }
    fields.copy("associatePublicIPAddress", spec);
    fields.copy("metadataOptions", spec);
    blockDevices(fields.take("blockDeviceMappings"), spec);
    fields.end();
    return nodeClass;
  }

  private void blockDevices(JsonNode mappings, ObjectNode spec) {
    if (!mappings.isArray()) {
      return;
    }
    for (int i = 0; i < mappings.size(); i++) {
      if (mappings.path(i) instanceof ObjectNode mapping && mapping.remove("virtualName") != null) {
        report.note(
            "spec.blockDeviceMappings[%d].virtualName".formatted(i), "left out: without effect");
      }
    }
    spec.set("blockDeviceMappings", mappings);
  }

  private void selector(Fields fields, String name, ObjectNode spec) {
    var selector = fields.take(name);
    if (selector.isMissingNode()) {
      return;
    }
    var path = fields.at(name);
    var terms = terms(selector, path);
    if (terms.size() > MAX_TERMS) {
      report.problem(path, terms.size() + " combinations", "at most " + MAX_TERMS + " terms");
    }
    spec.set(name + "Terms", terms);
    report.note(path, "is %sTerms now, a list of which one must hold".formatted(name));
  }

  private ArrayNode terms(JsonNode selector, String path) {
    var tags = new LinkedHashMap<String, List<String>>();
    List<String> ids = new ArrayList<>();
    List<String> names = new ArrayList<>();
    List<String> owners = new ArrayList<>();
    for (var entry : selector.properties()) {
      var values = values(entry.getValue().asText());
      switch (entry.getKey()) {
        case "aws-ids", "aws::ids" -> ids.addAll(values);
        case "aws::name" -> names.addAll(values);
        case "aws::owners" -> owners.addAll(values);
        default -> tags.put(entry.getKey(), values);
      }
    }
    return ids.isEmpty() ? product(tags, names, owners) : ofIds(ids, selector, path);
  }

  private ArrayNode ofIds(List<String> ids, JsonNode selector, String path) {
    if (selector.size() > 1) {
      report.note(path, "ids decide alone; what stood beside them is left out");
    }
    var terms = JSON.arrayNode();
    ids.forEach(id -> terms.addObject().put("id", id));
    return terms;
  }

  /// Each list meant "one of these", and all of them together.
  private static ArrayNode product(
      Map<String, List<String>> tags, List<String> names, List<String> owners) {
    List<ObjectNode> terms = new ArrayList<>(List.of(JSON.objectNode()));
    for (var tag : tags.entrySet()) {
      terms =
          times(terms, tag.getValue(), (term, v) -> term.withObject("/tags").put(tag.getKey(), v));
    }
    if (!names.isEmpty()) {
      terms = times(terms, names, (term, name) -> term.put("name", name));
    }
    if (!owners.isEmpty()) {
      terms = times(terms, owners, (term, owner) -> term.put("owner", owner));
    }
    return JSON.arrayNode().addAll(terms);
  }

  private static List<ObjectNode> times(
      List<ObjectNode> terms,
      List<String> values,
      java.util.function.BiConsumer<ObjectNode, String> put) {
    List<ObjectNode> product = new ArrayList<>();
    for (var term : terms) {
      for (var value : values) {
        var copy = term.deepCopy();
        put.accept(copy, value);
        product.add(copy);
      }
    }
    return product;
  }

  private static List<String> values(String text) {
    return text.isEmpty()
        ? List.of(SelectorTerm.ANY_VALUE)
        : List.of(text.split(",")).stream().map(String::strip).toList();
  }
}
