package karpenter.core.wire;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import karpenter.core.facts.Condition;
import karpenter.core.facts.NodeFacts;
import karpenter.core.facts.NodeFacts.NodeCondition;
import karpenter.core.facts.NodeTaint;

/// Reads Nodes.
record NodeFactsReader(MetaReader metas) {

  NodeFacts read(Place node) {
    var spec = node.get("spec");
    var status = node.get("status");
    var interner = metas.interner();
    return new NodeFacts(
        metas.meta(node),
        spec.get("providerID").text().filter(id -> !id.isEmpty()),
        spec.get("unschedulable").flag(),
        interner.of(taints(spec.get("taints"))),
        metas.capacity(status.get("capacity")),
        metas.capacity(status.get("allocatable")),
        conditions(status.get("conditions")));
  }

  private static List<NodeTaint> taints(Place list) {
    var taints = new ArrayList<NodeTaint>();
    for (var place : list.items()) {
      TaintReader.taint(place)
          .ifPresent(taint -> taints.add(new NodeTaint(taint, place.get("timeAdded").text())));
    }
    return List.copyOf(taints);
  }

  private List<NodeCondition> conditions(Place list) {
    var conditions = new ArrayList<NodeCondition>();
    for (var place : list.items()) {
      conditions.add(
          new NodeCondition(
              metas.interner().of(place.get("type").text("")),
              Condition.Status.of(place.get("status").text("")),
              place.get("lastTransitionTime").instant().orElse(Instant.EPOCH),
              metas.interner().of(place.get("reason").text(""))));
    }
    return List.copyOf(conditions);
  }
}
