package karpenter.app.plan;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import karpenter.api.Labels;
import karpenter.app.plan.PlanReport.Bought;
import karpenter.app.plan.PlanReport.Purchase;
import karpenter.core.catalog.InstanceType;
import karpenter.core.catalog.Offering;
import karpenter.core.explain.ReasonTree;
import karpenter.core.pod.Pod;
import karpenter.core.requirement.Requirements;
import karpenter.core.requirement.ValueSet.Only;
import karpenter.core.scheduling.Placement.NewNode;
import karpenter.core.scheduling.SchedulingProblem;

/// Finds the offerings behind a new node again, to say how it may be bought.
final class Offers {
  private final Map<String, Map<String, InstanceType>> typesByPool = new HashMap<>();

  private final SortedSet<String> wellKnownLabels;

  Offers(SchedulingProblem problem) {
    wellKnownLabels = problem.options().wellKnownLabels();
    for (var pool : problem.pools()) {
      var byName = new HashMap<String, InstanceType>();
      pool.types().forEach(type -> byName.put(type.name(), type));
      typesByPool.put(pool.name(), byName);
    }
  }

  Purchase purchase(NewNode node, List<ReasonTree> reasons) {
    return new Purchase(
        node.pool(),
        node.types(),
        node.price(),
        cheapest(node),
        bought(node.types().stream().flatMap(choice -> open(node, choice.type()))),
        node.requirements(),
        node.requests(),
        node.pods().stream().map(Pod::fullName).toList(),
        node.minValuesRelaxed(),
        node.nodeCost(),
        reasons);
  }

  private Bought cheapest(NewNode node) {
    if (node.types().isEmpty()) return new Bought(List.of(), List.of());
    ToDoubleFunction<Offering> price = Offering::price;
    var open = open(node, node.types().getFirst().type()).toList();
    double least = open.stream().mapToDouble(price).min().orElse(0);
    return bought(open.stream().filter(offering -> offering.price() == least));
  }

  /// The offerings of a type that the node's requirements still allow.
  private Stream<Offering> open(NewNode node, String typeName) {
    var type = typesByPool.getOrDefault(node.pool(), Map.of()).get(typeName);
    if (type == null) {
      throw new IllegalStateException("pool %s has no type %s".formatted(node.pool(), typeName));
    }
    return type.offerings().stream()
        .filter(Offering::available)
        .filter(
            offering -> node.requirements().satisfies(offering.requirements(), wellKnownLabels));
  }

  private static Bought bought(Stream<Offering> offerings) {
    var capacityTypes = new TreeSet<String>();
    var zones = new TreeSet<String>();
    offerings.forEach(
        offering -> {
          capacityTypes.addAll(values(offering.requirements(), Labels.CAPACITY_TYPE));
          zones.addAll(values(offering.requirements(), Labels.ZONE));
        });
    return new Bought(List.copyOf(capacityTypes), List.copyOf(zones));
  }

  private static List<String> values(Requirements requirements, String key) {
    return requirements.get(key) instanceof Only only ? List.copyOf(only.values()) : List.of();
  }
}
