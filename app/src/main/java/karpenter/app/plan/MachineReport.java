package karpenter.app.plan;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collection;
import java.util.List;
import karpenter.api.Json;
import karpenter.app.manifest.InputProblem;
import karpenter.app.plan.PlanReport.Purchase;
import karpenter.app.plan.PlanReport.Waiting;
import karpenter.core.bound.LowerBounds;
import karpenter.core.explain.ReasonTree;
import karpenter.core.requirement.RequirementTerm;
import karpenter.core.requirement.Requirements;
import karpenter.core.resource.Resources;

/// The plan for programs, as JSON or YAML. Nothing is folded or rounded; field names are an
/// interface (`docs/commands/plan.md`) and only grow.
final class MachineReport {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private MachineReport() {}

  static String json(PlanReport report) {
    return written(report, Json.JSON) + "\n";
  }

  static String yaml(PlanReport report) {
    return written(report, Json.YAML);
  }

  private static String written(PlanReport report, ObjectMapper mapper) {
    try {
      return mapper.writerWithDefaultPrettyPrinter().writeValueAsString(tree(report));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree of plain values can always be written", e);
    }
  }

  private static ObjectNode tree(PlanReport report) {
    var root = NODES.objectNode();
    root.set("summary", summary(report));
    var nodes = root.putArray("newNodes");
    report.purchases().forEach(purchase -> nodes.add(purchase(purchase)));
    var existing = root.putArray("existingNodes");
    report
        .uses()
        .forEach(
            use -> existing.addObject().put("node", use.node()).set("pods", texts(use.pods())));
    var unplaced = root.putArray("unplacedPods");
    report.unplaced().forEach(pod -> unplaced.add(waiting(pod)));
    var deferred = root.putArray("deferredPods");
    report.deferred().forEach(pod -> deferred.add(waiting(pod)));
    var problems = root.putArray("problems");
    report.problems().forEach(problem -> problems.add(problem(problem)));
    root.set("notes", texts(report.notes()));
    report.bounds().ifPresent(bounds -> certificates(root, bounds));
    return root;
  }

  private static void certificates(ObjectNode root, LowerBounds bounds) {
    root.set("boundCertificate", Json.JSON.valueToTree(bounds.absolute().certificate()));
    if (bounds.areSame()) return;
    root.set(
        "equalServiceCertificate", Json.JSON.valueToTree(bounds.atEqualService().certificate()));
  }

  private static ObjectNode summary(PlanReport report) {
    var summary =
        NODES
            .objectNode()
            .put("pods", report.pods())
            .put("placedPods", report.placedPods())
            .put("newNodes", report.purchases().size())
            .put("pricePerHour", report.hourly())
            .put("pricePerMonth", report.monthly())
            .put("nodeCostPerHour", report.nodeCost())
            .put("costPerHour", report.cost())
            .put("hoursPerMonth", PlanReport.HOURS_PER_MONTH)
            .put("priceBasis", report.priceBasis());
    report.bounds().ifPresent(bounds -> bounds(summary, bounds));
    return summary;
  }

  private static void bounds(ObjectNode summary, LowerBounds bounds) {
    var equal = bounds.atEqualService();
    var absolute = bounds.absolute();
    summary.put("lowerBoundPerHour", absolute.value());
    absolute.gap().fraction().ifPresent(gap -> summary.put("gap", gap));
    summary.put("equalServiceBoundPerHour", equal.value());
    equal.gap().fraction().ifPresent(gap -> summary.put("equalServiceGap", gap));
  }

  private static ObjectNode purchase(Purchase purchase) {
    var node = NODES.objectNode();
    node.put("nodePool", purchase.pool());
    node.put("instanceType", purchase.type());
    node.put("pricePerHour", purchase.hourly());
    node.put("nodeCostPerHour", purchase.nodeCost());
    var cheapest = node.putObject("boughtAs");
    cheapest.set("capacityTypes", texts(purchase.cheapest().capacityTypes()));
    cheapest.set("zones", texts(purchase.cheapest().zones()));
    var freedom = node.putObject("possible");
    freedom.set("capacityTypes", texts(purchase.freedom().capacityTypes()));
    freedom.set("zones", texts(purchase.freedom().zones()));
    node.put("minValuesRelaxed", purchase.minValuesRelaxed());
    node.set("pods", texts(purchase.pods()));
    node.set("requests", quantities(purchase.requests()));
    node.set("requirements", terms(purchase.requirements()));
    var types = node.putArray("instanceTypes");
    purchase
        .types()
        .forEach(
            choice ->
                types.addObject().put("name", choice.type()).put("pricePerHour", choice.price()));
    if (!purchase.reasons().isEmpty()) node.set("reasons", reasons(purchase.reasons()));
    return node;
  }

  private static ObjectNode waiting(Waiting waiting) {
    var node = NODES.objectNode().put("pod", waiting.pod());
    node.set("reasons", reasons(waiting.reasons()));
    return node;
  }

  private static ArrayNode reasons(List<ReasonTree> reasons) {
    var nodes = NODES.arrayNode();
    for (var reason : reasons) {
      var node = nodes.addObject().put("sentence", reason.sentence());
      if (!reason.reasons().isEmpty()) node.set("reasons", reasons(reason.reasons()));
    }
    return nodes;
  }

  private static ObjectNode problem(InputProblem problem) {
    return NODES
        .objectNode()
        .put("file", problem.file())
        .put("line", problem.line())
        .put("object", problem.object())
        .put("path", problem.problem().path())
        .put("found", problem.problem().found())
        .put("expected", problem.problem().expected());
  }

  private static ObjectNode quantities(Resources resources) {
    var node = NODES.objectNode();
    resources.toQuantities().forEach((name, quantity) -> node.put(name, quantity.toString()));
    return node;
  }

  private static ArrayNode terms(Requirements requirements) {
    var array = NODES.arrayNode();
    for (RequirementTerm term : requirements.toTerms()) {
      var node = array.addObject().put("key", term.key()).put("operator", term.operator().name());
      if (!term.values().isEmpty()) node.set("values", texts(term.values()));
      term.minValues().ifPresent(min -> node.put("minValues", min));
    }
    return array;
  }

  private static ArrayNode texts(Collection<String> values) {
    var array = NODES.arrayNode();
    values.forEach(array::add);
    return array;
  }
}
