package karpenter.bench.check;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.SortedMap;

/// Which pods the eviction API would refuse to evict, now and for as long as nothing changes.
record EvictionBudgets(List<Budget> all) {

  /// @param allowed evictions at this moment
  record Budget(String namespace, String name, Selector selector, int allowed) {
    static Budget read(JsonNode json) {
      return new Budget(
          Pod.namespaceOf(json),
          Json.text(json.path("metadata"), "name"),
          Selector.read(Json.find(json.path("spec"), "selector")),
          json.path("status").path("disruptionsAllowed").asInt());
    }

    boolean covers(String podNamespace, SortedMap<String, String> labels) {
      return namespace.equals(podNamespace) && selector.matches(labels);
    }
  }

  static EvictionBudgets read(List<JsonNode> budgets) {
    return new EvictionBudgets(budgets.stream().map(Budget::read).toList());
  }

  /// Why this pod cannot be evicted; empty if it can.
  String objection(JsonNode pod) {
    var labels = Json.labels(pod.path("metadata").path("labels"));
    var own = all.stream().filter(budget -> budget.covers(Pod.namespaceOf(pod), labels)).toList();
    if (own.size() > 1) return "has %d PodDisruptionBudgets".formatted(own.size());
    return own.stream()
        .filter(budget -> budget.allowed() == 0)
        .map(budget -> "PodDisruptionBudget %s allows no eviction".formatted(budget.name()))
        .findFirst()
        .orElse("");
  }
}
