package karpenter.simulator.cloud;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import karpenter.api.Labels;
import karpenter.core.catalog.InstanceType;
import karpenter.core.catalog.Offering;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.requirement.Requirements;
import karpenter.core.resource.Resources;

/// What a claim may be bought as.
record Order(InstanceType type, Offering offering) {
  private static final Comparator<Order> CHEAPEST_FIRST =
      Comparator.comparingDouble(order -> order.offering.price());

  /// All that suit, cheapest first; the catalogue's order among equals.
  static List<Order> of(ClaimFacts claim, List<InstanceType> catalogue) {
    var orders = new ArrayList<Order>();
    for (var type : catalogue) {
      if (!claim.requirements().get(Labels.INSTANCE_TYPE).contains(type.name())
          || !type.requirements().intersects(claim.requirements())) {
        continue;
      }
      for (var offering : type.offerings()) {
        if (offering.available()
            && offering.requirements().intersects(claim.requirements())
            && claim.requests().fits(type.allocatable(offering))) {
          orders.add(new Order(type, offering));
        }
      }
    }
    orders.sort(CHEAPEST_FIRST);
    return orders;
  }

  SortedMap<String, String> labels() {
    var labels = new TreeMap<String, String>();
    settle(labels, type.requirements());
    settle(labels, offering.requirements());
    labels.put(Labels.INSTANCE_TYPE, type.name());
    return labels;
  }

  Resources capacity() {
    return type.capacity(offering);
  }

  Resources allocatable() {
    return type.allocatable(offering);
  }

  private static void settle(SortedMap<String, String> labels, Requirements requirements) {
    for (var key : requirements.keys()) {
      requirements.get(key).finiteValues().ifPresent(values -> labels.put(key, values.first()));
    }
  }
}
