package karpenter.simulator.trace;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import karpenter.api.Labels;
import karpenter.core.catalog.InstanceType;

/// What a machine costs by the hour, from the labels it was bought with.
final class PriceList {
  private record Key(String type, String zone, String capacityType) {}

  private final Map<Key, Double> prices = new HashMap<>();

  PriceList(List<InstanceType> types) {
    for (var type : types) {
      for (var offering : type.offerings()) {
        var zones = offering.requirements().get(Labels.ZONE).finiteValues();
        var kinds = offering.requirements().get(Labels.CAPACITY_TYPE).finiteValues();
        if (zones.isPresent() && kinds.isPresent()) {
          for (var zone : zones.get()) {
            for (var kind : kinds.get()) {
              prices.merge(new Key(type.name(), zone, kind), offering.price(), Math::min);
            }
          }
        }
      }
    }
  }

  double of(JsonNode labels) {
    return prices.getOrDefault(
        new Key(
            labels.path(Labels.INSTANCE_TYPE).asText(),
            labels.path(Labels.ZONE).asText(),
            labels.path(Labels.CAPACITY_TYPE).asText()),
        0.0);
  }
}
