package karpenter.app.against;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import karpenter.api.Json;
import karpenter.app.against.Outlook.Machine;
import karpenter.app.against.Outlook.State;
import karpenter.core.explain.ReasonTree;

/// An outlook for programs. Nothing is folded or rounded; field names are an interface
/// (`docs/commands/plan.md`) and only grow.
public final class OutlookTree {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private OutlookTree() {}

  public static String json(Outlook outlook, List<String> failures) {
    return written(outlook, failures, Json.JSON) + "\n";
  }

  public static String yaml(Outlook outlook, List<String> failures) {
    return written(outlook, failures, Json.YAML);
  }

  private static String written(Outlook outlook, List<String> failures, ObjectMapper mapper) {
    try {
      return mapper.writerWithDefaultPrettyPrinter().writeValueAsString(tree(outlook, failures));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree of plain values can always be written", e);
    }
  }

  private static ObjectNode tree(Outlook outlook, List<String> failures) {
    var root = NODES.objectNode();
    root.set("before", state(outlook.before()));
    root.set("after", state(outlook.after()));
    outlook.needed().ifPresent(needed -> root.put("lowerBoundPerHour", needed));
    root.put("isAtRest", outlook.isAtRest()).put("seconds", outlook.took().toSeconds());
    var purchases = root.putArray("purchases");
    outlook.purchases().forEach(one -> purchases.add(machine(one)));
    var added = root.putArray("added");
    outlook.added().forEach(one -> added.add(machine(one)));
    var removed = root.putArray("removed");
    outlook.removed().forEach(gone -> removed.add(machine(gone.machine()).put("why", gone.why())));
    root.set("leaving", texts(outlook.going()));
    root.set("decisions", texts(outlook.decisions()));
    var moved = root.putObject("movedPods");
    outlook.moved().forEach(moved::put);
    var waiting = root.putArray("unschedulablePods");
    for (var one : outlook.unschedulable()) {
      waiting
          .addObject()
          .put("workload", one.workload())
          .put("pods", one.pods())
          .set("reasons", reasons(one.reasons()));
    }
    root.set("failures", texts(failures));
    root.set("notes", texts(outlook.notes()));
    return root;
  }

  private static ObjectNode state(State state) {
    return NODES
        .objectNode()
        .put("nodes", state.nodes())
        .put("otherNodes", state.others())
        .put("pricePerHour", state.hourly())
        .put("nodeCostPerHour", state.nodeCost())
        .put("costPerHour", state.cost())
        .put("pods", state.pods())
        .put("unschedulablePods", state.unschedulable());
  }

  private static ObjectNode machine(Machine machine) {
    var node =
        NODES
            .objectNode()
            .put("name", machine.name())
            .put("nodePool", machine.pool())
            .put("instanceType", machine.type())
            .put("zone", machine.zone())
            .put("capacityType", machine.capacityType())
            .put("pricePerHour", machine.price())
            .put("nodeCostPerHour", machine.nodeCost());
    var pods = node.putObject("pods");
    machine.pods().forEach(pods::put);
    return node;
  }

  private static ArrayNode reasons(List<ReasonTree> reasons) {
    var nodes = NODES.arrayNode();
    for (var reason : reasons) {
      var node = nodes.addObject().put("sentence", reason.sentence());
      if (!reason.reasons().isEmpty()) {
        node.set("reasons", reasons(reason.reasons()));
      }
    }
    return nodes;
  }

  private static ArrayNode texts(List<String> values) {
    var array = NODES.arrayNode();
    values.forEach(array::add);
    return array;
  }
}
