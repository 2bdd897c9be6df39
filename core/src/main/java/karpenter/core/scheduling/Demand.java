package karpenter.core.scheduling;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import karpenter.core.requirement.Requirements;

/// Requirements something may ask of a node, numbered so that [State] can remember where each
/// leads.
record Demand(int id, Requirements requirements) {

  /// The demands of one solve, each once.
  static final class Table {
    private final Map<Requirements, Demand> byRequirements = new HashMap<>();
    private final List<Demand> demands = new ArrayList<>();

    Demand of(Requirements requirements) {
      Demand known = byRequirements.get(requirements);
      if (known != null) return known;
      var added = new Demand(demands.size(), requirements);
      demands.add(added);
      byRequirements.put(requirements, added);
      return added;
    }
  }
}
