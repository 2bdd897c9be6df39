package karpenter.bench.check;

import static karpenter.bench.check.Fault.Code.*;

import java.util.function.Consumer;

/// Verifies that a stated lower bound is one.
///
/// The certificate prices each resource. If no offering gives pods more than its own price's worth
/// of room, then pods worth V need nodes for at least V, however they are packed. The pods are
/// those on new nodes: the bound takes as given which pods the existing nodes carry and which stay
/// out.
final class BoundCertificate {
  private static final String SUBJECT = "bound";

  private BoundCertificate() {}

  static void check(Scene scene, Consumer<Fault> faults) {
    scene.placement().bound().ifPresent(bound -> check(bound, scene, faults));
  }

  private static void check(Placement.Bound bound, Scene scene, Consumer<Fault> faults) {
    bound
        .prices()
        .forEach(
            (resource, price) -> {
              if (!(price >= 0))
                faults.accept(
                    new Fault(
                        BOUND_PRICE_NEGATIVE,
                        SUBJECT,
                        "prices %s at %s".formatted(resource, price)));
            });
    for (var pool : scene.workload().pools().values())
      if (!pool.fixed()) checkOfferings(bound, pool, scene, faults);
    checkValue(bound, scene, faults);
  }

  private static void checkOfferings(
      Placement.Bound bound, Pool pool, Scene scene, Consumer<Fault> faults) {
    for (var type : scene.workload().types().values())
      for (var offering : type.offerings()) {
        var narrowed = offering.requirements();
        var sold =
            offering.available()
                && narrowed.intersects(pool.template())
                && type.requirements().intersects(pool.template());
        if (!sold) continue;
        // Narrowed to this offering alone, because daemons may run in some zones only.
        var candidate = scene.market().candidates(pool, narrowed).get(type.name());
        var room = candidate == null ? type.allocatable() : candidate.room();
        var worth = room.floorAtZero().worth(bound.prices());
        if (ListedTypes.isLess(offering.price(), worth))
          faults.accept(
              new Fault(
                  BOUND_DUAL_INFEASIBLE,
                  SUBJECT,
                  "values %s of NodePool %s at %s, it is sold for %s"
                      .formatted(type.name(), pool.name(), worth, offering.price())));
      }
  }

  private static void checkValue(Placement.Bound bound, Scene scene, Consumer<Fault> faults) {
    var worth =
        scene.newNodes().stream().mapToDouble(node -> node.requests().worth(bound.prices())).sum();
    if (!(bound.value() <= worth) && ListedTypes.isLess(worth, bound.value()))
      faults.accept(
          new Fault(
              BOUND_UNPROVEN,
              SUBJECT,
              "states %s, the pods on new nodes are worth %s".formatted(bound.value(), worth)));
    var price = scene.newNodes().stream().mapToDouble(NewNode::price).sum();
    if (ListedTypes.isLess(price, bound.value()))
      faults.accept(
          new Fault(
              BOUND_ABOVE_PRICE,
              SUBJECT,
              "states %s, the new nodes cost %s".formatted(bound.value(), price)));
  }
}
