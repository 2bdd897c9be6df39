package karpenter.simulator.cloud;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import karpenter.core.catalog.InstanceType;
import karpenter.core.catalog.Offering;
import karpenter.operator.provider.TypesAnswer;

/// What is sold out, and what has been found to be. As with real clouds one learns it by trying,
/// and believes it for a while.
final class Stock {
  private static final Duration BELIEVED_FOR = Duration.ofMinutes(3);

  private final Map<Order, Instant> foundSoldOut = new HashMap<>();
  private BiPredicate<InstanceType, Offering> soldOut = (_, _) -> false;
  private long version = 1;

  void sellOut(BiPredicate<InstanceType, Offering> which) {
    soldOut = which;
  }

  /// What is sold is another than before.
  void changed() {
    version++;
  }

  boolean isSoldOut(Order order, Instant now) {
    boolean isSoldOut = soldOut.test(order.type(), order.offering());
    if (isSoldOut) {
      foundSoldOut.put(order, now.plus(BELIEVED_FOR));
      version++;
    }
    return isSoldOut;
  }

  TypesAnswer.Types types(List<InstanceType> catalogue, Instant now) {
    if (foundSoldOut.values().removeIf(until -> !until.isAfter(now))) {
      version++;
    }
    if (foundSoldOut.isEmpty()) {
      return new TypesAnswer.Types(catalogue, version);
    }
    var types = new ArrayList<InstanceType>(catalogue.size());
    for (var type : catalogue) {
      types.add(known(type));
    }
    return new TypesAnswer.Types(types, version);
  }

  private InstanceType known(InstanceType type) {
    var offerings = new ArrayList<Offering>(type.offerings().size());
    for (var offering : type.offerings()) {
      boolean isBelieved = foundSoldOut.containsKey(new Order(type, offering));
      offerings.add(isBelieved ? unavailable(offering) : offering);
    }
    return new InstanceType(
        type.name(),
        type.requirements(),
        offerings,
        type.capacity(),
        type.overhead(),
        type.devices());
  }

  private static Offering unavailable(Offering offering) {
    return new Offering(
        offering.requirements(),
        offering.price(),
        false,
        offering.reservationCapacity(),
        offering.capacityOverride(),
        offering.overheadOverride());
  }
}
