package karpenter.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import karpenter.core.catalog.InstanceType;

/// What is for sale and for how much, as a plain table.
final class Prices {
  private static final String TYPE = "node.kubernetes.io/instance-type";
  private static final String ZONE = "topology.kubernetes.io/zone";
  private static final String CAPACITY = "karpenter.sh/capacity-type";
  private static final List<String> KEYS = List.of(TYPE, ZONE, CAPACITY);

  private final Map<List<String>, Double> prices = new HashMap<>();

  Prices(List<InstanceType> types) {
    for (var type : types) {
      for (var offering : type.offerings()) {
        for (var zone : List.of("test-zone-a", "test-zone-b", "test-zone-c", "test-zone-d")) {
          for (var capacity : List.of("spot", "on-demand")) {
            if (offering.requirements().get(ZONE).contains(zone)
                && offering.requirements().get(CAPACITY).contains(capacity)) {
              prices.put(List.of(type.name(), zone, capacity), offering.price());
            }
          }
        }
      }
    }
  }

  /// Of the node that has these labels.
  double of(JsonNode labelled) {
    var labels = labelled.at("/metadata/labels");
    return prices.getOrDefault(KEYS.stream().map(key -> labels.path(key).asText()).toList(), 0.0);
  }

  /// Of the cheapest node the claim may become.
  double least(JsonNode claim) {
    double least = Double.POSITIVE_INFINITY;
    for (var entry : prices.entrySet()) {
      boolean fits = true;
      for (int i = 0; i < KEYS.size(); i++) {
        var asked = asked(claim, KEYS.get(i));
        fits &= asked.isEmpty() || asked.contains(entry.getKey().get(i));
      }
      if (fits) {
        least = Math.min(least, entry.getValue());
      }
    }
    return least;
  }

  private static Set<String> asked(JsonNode claim, String key) {
    var values = new HashSet<String>();
    for (var requirement : claim.at("/spec/requirements")) {
      if (requirement.path("key").asText().equals(key)) {
        requirement.path("values").forEach(value -> values.add(value.asText()));
      }
    }
    return values;
  }
}
