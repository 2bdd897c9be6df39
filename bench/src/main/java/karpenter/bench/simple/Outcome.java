package karpenter.bench.simple;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import karpenter.bench.run.Placement;

/// What a packing came to.
///
/// @param cost price and node cost of all nodes
record Outcome(Placement placement, double price, double cost) {
  private static final String ZONE = "topology.kubernetes.io/zone";
  private static final String CAPACITY_TYPE = "karpenter.sh/capacity-type";

  static Outcome of(PackingRun run) {
    List<Placement.Claim> claims = new ArrayList<>();
    double price = 0;
    for (var node : run.nodes()) {
      var offer = node.offer();
      price += offer.price();
      claims.add(
          new Placement.Claim(
              offer.pool(),
              List.of(offer.type()),
              List.of(in(ZONE, offer.zone()), in(CAPACITY_TYPE, offer.capacityType())),
              List.copyOf(node.pods()),
              offer.price()));
    }
    var placement = new Placement(claims, List.of(), unplaced(run), List.copyOf(run.order()), null);
    return new Outcome(placement, price, price + run.demand().nodeCost() * claims.size());
  }

  int nodes() {
    return placement.claims().size();
  }

  int unplaced() {
    return placement.unplaced().size();
  }

  private static Placement.Requirement in(String key, String value) {
    return new Placement.Requirement(key, "In", List.of(value), null);
  }

  private static List<Placement.Unplaced> unplaced(PackingRun run) {
    var placed = new HashSet<>(run.order());
    List<Placement.Unplaced> left = new ArrayList<>();
    for (var kind : run.model().kinds())
      for (var uid : kind.uids())
        if (!placed.contains(uid)) left.add(new Placement.Unplaced(uid, "no place"));
    for (var uid : run.model().unsupported())
      left.add(new Placement.Unplaced(uid, "volumes, devices or a gate"));
    return left;
  }
}
