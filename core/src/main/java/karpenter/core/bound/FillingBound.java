package karpenter.core.bound;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import karpenter.core.catalog.InstanceType;
import karpenter.core.cluster.NodePool;
import karpenter.core.pod.Pod;
import karpenter.core.pod.PodSpec;
import karpenter.core.scheduling.Placement;
import karpenter.core.scheduling.SchedulingProblem;

/// The bound that knows that pods are whole: prices for pods instead of what they request, found by
/// [FillingPrices] starting from those that [DualPrices] has found.
final class FillingBound {
  /// Existing nodes that suit other pods have prices of their own, up to so many.
  private static final int MAX_ROOMS = 8;

  private final SchedulingProblem problem;
  private final PodKinds kinds;
  private final List<Quota> quotas;
  private final int groups;
  private final int goods;

  private FillingBound(
      SchedulingProblem problem, PodKinds kinds, List<Quota> quotas, int goods, int groups) {
    this.problem = problem;
    this.kinds = kinds;
    this.quotas = quotas;
    this.goods = goods;
    this.groups = groups;
  }

  /// Prices found, and what they prove.
  ///
  /// @param pod by kind
  record Found(PodKinds kinds, double[] pod, double[] quota, double value) {}

  /// What is known about the placement before prices are looked for.
  record Given(
      Facets facets,
      Classes classes,
      Goods goods,
      List<ExclusiveGroup> groups,
      List<Quota> quotas,
      List<Offer> offers,
      List<Offer> standing) {}

  /// Empty where it would prove no more than the prices to start with.
  static Optional<Found> of(
      SchedulingProblem problem, Placement placement, Given given, DualPrices.Found start) {
    var kinds = PodKinds.of(given.facets(), given.groups(), given.goods());
    if (kinds.isTooMany()) return Optional.empty();
    var bound =
        new FillingBound(
            problem, kinds, given.quotas(), given.goods().count(), given.groups().size());
    return bound.improve(placement, given, start);
  }

  private Optional<Found> improve(Placement placement, Given given, DualPrices.Found start) {
    var standing = given.standing();
    if (standing.size() > MAX_ROOMS) standing = List.of(standing.stream().reduce(Offer::and).get());
    var program =
        new FillingProgram(
            kinds.kinds(),
            Shape.of(given.offers(), kinds.kinds()),
            standing.stream().map(Standing.Room::of).toList(),
            quotas,
            placement.cost());
    var tariff = start.tariff();
    double[][] rooms =
        standing.stream().map(o -> worth(o, tariff, given.classes())).toArray(double[][]::new);
    var first = program.of(prices(tariff, given.classes()), tariff.quota(), rooms);
    var found = new FillingPrices(program).find(first, planned(placement));
    if (!(found.value() > start.value())) return Optional.empty();
    return Optional.of(new Found(kinds, found.prices(), found.quotaPrices(), found.value()));
  }

  private double[] prices(Tariff tariff, Classes classes) {
    double[] prices = new double[kinds.kinds().size()];
    for (int k = 0; k < prices.length; k++) {
      var kind = kinds.kinds().get(k);
      double[] unit = tariff.unit()[classes.classOf()[kind.facet()]];
      for (int i = 0; i < goods; i++) prices[k] += unit[i] * kind.demand()[i];
      for (int e = 0; e < groups; e++) prices[k] += tariff.slot()[e] * kind.demand()[goods + e];
    }
    return prices;
  }

  private double[] worth(Offer node, Tariff tariff, Classes classes) {
    double[] highest = tariff.highest(classes.users(node));
    double[] worth = Arrays.copyOf(highest, goods + groups);
    System.arraycopy(tariff.slot(), 0, worth, goods, groups);
    return worth;
  }

  /// The nodes of the plan. They hold all pods, so no prices prove more than they cost.
  private List<FillingPrices.Filling> planned(Placement placement) {
    Map<PodSpec, Integer> kindOf = new IdentityHashMap<>();
    for (int k = 0; k < kinds.kinds().size(); k++) {
      for (Pod pod : kinds.kinds().get(k).pods()) kindOf.put(pod.spec(), k);
    }
    Map<String, FillingPrices.Filling> cheapest = new TreeMap<>();
    var chargesOf = new HashMap<List<String>, double[]>();
    for (var node : placement.newNodes()) {
      if (node.types().isEmpty()) continue;
      double[] amount = new double[kinds.kinds().size()];
      for (Pod pod : node.pods()) {
        Integer kind = kindOf.get(pod.spec());
        if (kind != null) amount[kind]++;
      }
      var type = node.types().getFirst().type();
      double[] charges =
          chargesOf.computeIfAbsent(List.of(node.pool(), type), _ -> charges(node.pool(), type));
      var shape = new Shape(new double[0], node.cost(), charges, new int[0]);
      if (!(shape.cost() > 0)) continue;
      cheapest.merge(
          Arrays.toString(amount) + Arrays.toString(charges),
          new FillingPrices.Filling(shape, amount, 0),
          (a, b) -> a.shape().cost() <= b.shape().cost() ? a : b);
    }
    return new ArrayList<>(cheapest.values());
  }

  private double[] charges(String poolName, String typeName) {
    double[] charges = new double[quotas.size()];
    for (NodePool pool : problem.pools()) {
      if (!pool.name().equals(poolName)) continue;
      for (InstanceType type : pool.types()) {
        if (!type.name().equals(typeName)) continue;
        for (int q = 0; q < charges.length; q++) charges[q] = quotas.get(q).charge(pool, type);
      }
    }
    return charges;
  }
}
