package karpenter.bench.consolidation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import karpenter.core.catalog.InstanceType;
import karpenter.core.catalog.Offering;
import karpenter.core.requirement.Requirements;
import karpenter.core.requirement.ValueSet;
import karpenter.core.scheduling.Placement.NewNode;

/// Whether one node may take the place of another for less money: spec 02 §2.8.1 and §2.8.2 once
/// more, rule by rule, for the sake of comparison.
///
/// @param types what pools sell, by name
record PriceRule(Map<String, InstanceType> types, boolean spotToSpot) {
  private static final String CAPACITY_TYPE = "karpenter.sh/capacity-type";
  private static final String ZONE = "topology.kubernetes.io/zone";
  private static final int FLEXIBLE = 15;

  /// A type with what it costs at best and what a launch may cost at worst.
  private record Priced(String type, double best, double worst) {}

  /// What comes of it.
  ///
  /// @param kind of what stands in the way; empty where nothing does
  /// @param types that may be launched, cheapest first
  /// @param price of the cheapest
  record Outcome(String kind, List<String> types, double price) {
    static Outcome not(String kind) {
      return new Outcome(kind, List.of(), 0);
    }
  }

  /// §2.6: the offering equal in zone and capacity type; 0 if there is none.
  double price(String type, String zone, String capacityType) {
    var sold = types.get(type);
    if (sold == null) return 0;
    for (Offering offering : sold.offerings()) {
      if (is(offering, ZONE, zone) && is(offering, CAPACITY_TYPE, capacityType)) {
        return offering.price();
      }
    }
    return 0;
  }

  Outcome replace(double price, String capacityType, NewNode by) {
    Requirements claim = by.requirements();
    boolean mayBeSpot = claim.get(CAPACITY_TYPE).contains("spot");
    boolean mayBeOnDemand = claim.get(CAPACITY_TYPE).contains("on-demand");
    boolean fromSpotToSpot = capacityType.equals("spot") && mayBeSpot;
    if (fromSpotToSpot && !spotToSpot) return Outcome.not("spot-to-spot-off");
    if (fromSpotToSpot) claim = claim.and(CAPACITY_TYPE, ValueSet.in("spot"));
    List<Priced> cheaper = new ArrayList<>();
    for (var choice : by.types()) {
      priced(choice.type(), claim).filter(one -> one.worst < price).ifPresent(cheaper::add);
    }
    cheaper.sort(Comparator.comparingDouble(Priced::best).thenComparing(Priced::type));
    if (cheaper.isEmpty()) return Outcome.not("nothing-cheaper");
    if (fromSpotToSpot) {
      if (cheaper.size() < FLEXIBLE) return Outcome.not("too-few-spot-types");
      return launch(cheaper.subList(0, FLEXIBLE));
    }
    if (mayBeSpot && mayBeOnDemand) {
      var spot = claim.and(CAPACITY_TYPE, ValueSet.in("spot"));
      List<Priced> asSpot = new ArrayList<>();
      cheaper.forEach(one -> priced(one.type, spot).ifPresent(asSpot::add));
      asSpot.sort(Comparator.comparingDouble(Priced::best).thenComparing(Priced::type));
      if (!asSpot.isEmpty()) return launch(asSpot);
    }
    return launch(cheaper);
  }

  private static Outcome launch(List<Priced> types) {
    return new Outcome("", types.stream().map(Priced::type).toList(), types.getFirst().best);
  }

  /// The worst launch price is that of the dearest offering of the class a provider would take.
  private Optional<Priced> priced(String name, Requirements claim) {
    double best = Double.POSITIVE_INFINITY;
    double[] worst = {Double.NaN, Double.NaN, Double.NaN};
    List<String> classes = List.of("reserved", "spot", "on-demand");
    var sold = types.get(name);
    if (sold == null) return Optional.empty();
    for (Offering offering : sold.offerings()) {
      if (!offering.available() || !claim.intersects(offering.requirements())) continue;
      best = Math.min(best, offering.price());
      for (int i = 0; i < classes.size(); i++) {
        if (is(offering, CAPACITY_TYPE, classes.get(i))) {
          worst[i] =
              Double.isNaN(worst[i]) ? offering.price() : Math.max(worst[i], offering.price());
        }
      }
    }
    for (double one : worst) {
      if (!Double.isNaN(one)) return Optional.of(new Priced(name, best, one));
    }
    return Optional.empty();
  }

  private static boolean is(Offering offering, String key, String value) {
    return offering
        .requirements()
        .get(key)
        .finiteValues()
        .map(values -> values.size() == 1 && values.contains(value))
        .orElse(false);
  }
}
