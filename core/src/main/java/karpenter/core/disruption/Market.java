package karpenter.core.disruption;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import karpenter.core.catalog.InstanceType;
import karpenter.core.catalog.Offering;
import karpenter.core.lifecycle.Marks;
import karpenter.core.requirement.Requirements;
import karpenter.core.requirement.ValueSet;
import karpenter.core.scheduling.Placement.NewNode;

/// What a node to buy may turn out to cost. One such object speaks of one moment's prices, and
/// remembers what it has worked out: hundreds of nodes are replaced under the same few
/// requirements. One thread uses it.
public final class Market {
  static final String SPOT = "spot";
  static final String ON_DEMAND = "on-demand";
  static final String RESERVED = "reserved";

  /// What a provider takes, if there is any: first what is paid for already, then what is cheap.
  private static final List<String> TAKEN_FIRST = List.of(RESERVED, SPOT, ON_DEMAND);

  /// A type with what it costs, at best and at worst.
  ///
  /// @param best of all that suits
  /// @param worst of what a provider would take first
  record Quote(InstanceType type, double best, double worst) {}

  private static final Comparator<Quote> CHEAPEST_FIRST =
      Comparator.comparingDouble(Quote::best).thenComparing(quote -> quote.type().name());

  private record Asked(String pool, Requirements requirements) {}

  private final Map<String, PoolTypes> types;
  private final Map<Asked, Map<String, Optional<Quote>>> known = new HashMap<>();

  /// @param types by pool
  public Market(Map<String, PoolTypes> types) {
    this.types = types;
  }

  /// All that the pool may buy.
  Collection<InstanceType> types(String pool) {
    return types.getOrDefault(pool, PoolTypes.notKnown("")).byName().values();
  }

  /// What a node of the pool costs an hour beside its instance.
  double nodeCost(String pool) {
    return types.getOrDefault(pool, PoolTypes.notKnown("")).nodeCost();
  }

  /// The listed types of a node that can be bought under the requirements, cheapest first.
  List<Quote> quotes(NewNode node, Requirements requirements) {
    var sold = types.getOrDefault(node.pool(), PoolTypes.notKnown("")).byName();
    var quotes = known.computeIfAbsent(new Asked(node.pool(), requirements), _ -> new HashMap<>());
    var found = new ArrayList<Quote>(node.types().size());
    for (var choice : node.types()) {
      var type = sold.get(choice.type());
      if (type != null) {
        quotes.computeIfAbsent(type.name(), _ -> quote(type, requirements)).ifPresent(found::add);
      }
    }
    found.sort(CHEAPEST_FIRST);
    return found;
  }

  private static Optional<Quote> quote(InstanceType type, Requirements requirements) {
    var suitable =
        type.offerings().stream()
            .filter(o -> o.available() && requirements.intersects(o.requirements()))
            .toList();
    var best = suitable.stream().mapToDouble(Offering::price).min();
    var worst = worst(suitable);
    return best.isPresent() && worst.isPresent()
        ? Optional.of(new Quote(type, best.getAsDouble(), worst.getAsDouble()))
        : Optional.empty();
  }

  private static OptionalDouble worst(List<Offering> suitable) {
    for (var capacityType : TAKEN_FIRST) {
      var most =
          suitable.stream()
              .filter(o -> Costs.single(o, Marks.CAPACITY_TYPE).equals(capacityType))
              .mapToDouble(Offering::price)
              .max();
      if (most.isPresent()) {
        return most;
      }
    }
    return OptionalDouble.empty();
  }

  static boolean mayBe(Requirements requirements, String capacityType) {
    return requirements.get(Marks.CAPACITY_TYPE).contains(capacityType);
  }

  static Requirements only(Requirements requirements, String capacityType) {
    return requirements.and(Marks.CAPACITY_TYPE, ValueSet.in(capacityType));
  }
}
