package karpenter.operator.gauges;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.ConcurrentHashMap;
import karpenter.api.Labels;
import karpenter.core.catalog.InstanceType;
import karpenter.core.catalog.Offering;
import karpenter.core.facts.ClaimFacts;
import karpenter.core.requirement.Requirements;
import karpenter.core.requirement.ValueSet;
import karpenter.operator.overlay.TypeSource;
import karpenter.operator.provider.TypesAnswer;
import karpenter.operator.state.ClusterSnapshot;
import karpenter.operator.state.PoolState;

/// What a pool's nodes cost an hour, by the price lists as they are now. A price list is indexed
/// once per version of the types.
final class Prices {
  private final TypeSource source;
  private final Map<String, Index> indexByPool = new ConcurrentHashMap<>();

  /// One way to buy a machine.
  private record Bought(String type, String zone, String capacityType) {}

  private record Index(long version, Map<Bought, Double> prices) {}

  Prices(TypeSource source) {
    this.source = source;
  }

  /// Empty when the provider cannot say. A machine whose price nobody knows counts as nothing, as
  /// upstream has it.
  OptionalDouble perHour(PoolState pool, ClusterSnapshot snapshot) {
    var answer = source.types(pool.facts(), snapshot.nodeClass(pool.facts().nodeClass()));
    return switch (answer) {
      case TypesAnswer.NotKnown _ -> OptionalDouble.empty();
      case TypesAnswer.Types types -> OptionalDouble.of(sum(index(pool, types), pool, snapshot));
    };
  }

  private static double sum(Index index, PoolState pool, ClusterSnapshot snapshot) {
    double sum = 0;
    for (var claim : snapshot.claimsOfPool(pool.name())) {
      sum += bought(claim).map(index.prices()::get).orElse(0.0);
    }
    return sum;
  }

  private static Optional<Bought> bought(ClaimFacts claim) {
    var labels = claim.meta().labels();
    var type = labels.get(Labels.INSTANCE_TYPE);
    var zone = labels.get(Labels.ZONE);
    var capacityType = labels.get(Labels.CAPACITY_TYPE);
    return type == null || zone == null || capacityType == null
        ? Optional.empty()
        : Optional.of(new Bought(type, zone, capacityType));
  }

  private Index index(PoolState pool, TypesAnswer.Types types) {
    var known = indexByPool.get(pool.name());
    if (known != null && known.version() == types.version()) {
      return known;
    }
    var prices = new HashMap<Bought, Double>();
    for (var type : types.types()) {
      for (var offering : type.offerings()) {
        prices.merge(bought(type, offering), offering.price(), Math::min);
      }
    }
    var index = new Index(types.version(), prices);
    indexByPool.put(pool.name(), index);
    return index;
  }

  private static Bought bought(InstanceType type, Offering offering) {
    return new Bought(
        type.name(),
        single(offering.requirements(), Labels.ZONE),
        single(offering.requirements(), Labels.CAPACITY_TYPE));
  }

  private static String single(Requirements requirements, String key) {
    return requirements.get(key) instanceof ValueSet.Only(var values, var _) && values.size() == 1
        ? values.getFirst()
        : "";
  }
}
