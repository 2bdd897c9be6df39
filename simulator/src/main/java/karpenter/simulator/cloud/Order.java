package karpenter.simulator.cloud;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import karpenter.api.Labels;
import karpenter.core.catalog.InstanceType;
import karpenter.core.catalog.Offering;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.requirement.Requirements;
import karpenter.core.resource.Resources;

/// What a claim is bought as: the cheapest that suits, the first of these.
record Order(InstanceType type, Offering offering) {
  static Optional<Order> of(ClaimFacts claim, List<InstanceType> catalogue) {
    Optional<Order> best = Optional.empty();
    for (var type : catalogue) {
      if (!claim.requirements().get(Labels.INSTANCE_TYPE).contains(type.name())
          || !type.requirements().intersects(claim.requirements())) {
        continue;
      }
      for (var offering : type.offerings()) {
        boolean suits =
            offering.available()
                && offering.requirements().intersects(claim.requirements())
                && claim.requests().fits(type.allocatable(offering));
        if (suits && (best.isEmpty() || offering.price() < best.get().offering.price())) {
          best = Optional.of(new Order(type, offering));
        }
      }
    }
    return best;
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
