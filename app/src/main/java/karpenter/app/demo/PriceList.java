package karpenter.app.demo;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import karpenter.api.Labels;
import karpenter.core.catalog.InstanceType;
import karpenter.core.catalog.Offering;

/// What a machine costs an hour, by its labels.
final class PriceList {
  private final TreeMap<String, Double> prices = new TreeMap<>();

  PriceList(List<InstanceType> catalogue) {
    for (var type : catalogue) {
      for (var offering : type.offerings()) {
        for (var zone : values(offering, Labels.ZONE)) {
          for (var capacity : values(offering, Labels.CAPACITY_TYPE)) {
            prices.put(key(type.name(), zone, capacity), offering.price());
          }
        }
      }
    }
  }

  private static SortedSet<String> values(Offering offering, String label) {
    return offering.requirements().get(label).finiteValues().orElseGet(TreeSet::new);
  }

  /// @param labels of a node or a claim that has been launched
  double of(JsonNode labels) {
    var key =
        key(
            labels.path(Labels.INSTANCE_TYPE).asText(),
            labels.path(Labels.ZONE).asText(),
            labels.path(Labels.CAPACITY_TYPE).asText());
    var price = prices.get(key);
    if (price == null) {
      throw new IllegalArgumentException("nothing of the catalogue is " + key);
    }
    return price;
  }

  private static String key(String type, String zone, String capacity) {
    return type + " " + zone + " " + capacity;
  }
}
