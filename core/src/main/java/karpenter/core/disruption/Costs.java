package karpenter.core.disruption;

import java.util.List;
import java.util.OptionalDouble;
import karpenter.core.catalog.InstanceType;
import karpenter.core.catalog.Offering;
import karpenter.core.facts.PodFacts;
import karpenter.core.lifecycle.Marks;
import karpenter.core.requirement.Requirements;
import karpenter.core.requirement.ValueSet;
import karpenter.core.termination.DisruptionCost;

/// What taking a node costs and what keeping it costs (spec 02 §2.6).
public final class Costs {
  /// Of taking a node on which nobody would be missed.
  public static final double OF_A_NODE = 1.0;

  private Costs() {}

  /// Of moving these pods. A pod that is worth less than nothing does not make up for others.
  public static double ofRescheduling(List<PodFacts> reschedulable) {
    double cost = OF_A_NODE;
    for (var pod : reschedulable) {
      cost += Math.max(0, DisruptionCost.ofEviction(pod));
    }
    return cost;
  }

  /// What a machine of the type costs an hour where it was bought; empty when the list has no such
  /// offering, or no price for it.
  public static OptionalDouble price(InstanceType type, String zone, String capacityType) {
    return type.offerings().stream()
        .filter(offering -> single(offering, Marks.ZONE).equals(zone))
        .filter(offering -> single(offering, Marks.CAPACITY_TYPE).equals(capacityType))
        .mapToDouble(Offering::price)
        .filter(price -> !Double.isNaN(price))
        .min();
  }

  static String single(Offering offering, String key) {
    return single(offering.requirements(), key);
  }

  static String single(Requirements requirements, String key) {
    return requirements.get(key) instanceof ValueSet.Only(var values, var _) && values.size() == 1
        ? values.getFirst()
        : "";
  }
}
