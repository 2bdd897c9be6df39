package karpenter.bench.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/// A scheduling problem as plain JSON: the options and one list per [Part]. Both contenders read
/// the same trees, so neither profits from a friendlier input.
public record Workload(String name, ObjectNode options, Map<Part, List<JsonNode>> parts) {

  /// The option that says what is asked; without it, where pending pods go.
  static final String QUESTION = "question";

  static final String CONSOLIDATION = "consolidation";

  public boolean asksWhatCanGo() {
    return options.path(QUESTION).asText().equals(CONSOLIDATION);
  }

  public Workload {
    parts = new EnumMap<>(parts);
  }

  /// An absent list is an empty one.
  public List<JsonNode> part(Part part) {
    return parts.getOrDefault(part, List.of());
  }

  static Workload of(String name, ObjectNode options) {
    return new Workload(name, options, new EnumMap<>(Part.class));
  }

  Workload with(Part part, List<? extends JsonNode> items) {
    var more = new EnumMap<Part, List<JsonNode>>(Part.class);
    more.putAll(parts);
    more.put(part, List.copyOf(items));
    return new Workload(name, options, more);
  }
}
