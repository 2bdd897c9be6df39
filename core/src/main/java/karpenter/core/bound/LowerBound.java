package karpenter.core.bound;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import karpenter.core.bound.Bound.PodPrice;
import karpenter.core.bound.Bound.PodPrices;
import karpenter.core.bound.Bound.QuotaPrice;
import karpenter.core.bound.Bound.SlotPrice;
import karpenter.core.pod.Pod;
import karpenter.core.pod.PodSpec;
import karpenter.core.scheduling.Placement;
import karpenter.core.scheduling.SchedulingProblem;

/// A cost that no valid placement of the placed pods can undercut; or none at equal service, if
/// what [EqualService] grants is taken for required.
///
/// Let every pod pay for what it requests, at prices per class of pods and resource. If on no offer
/// the pods that fit could pay more than it costs, then the nodes of *any* placement cost at least
/// what all pods pay, less what those on existing nodes pay. On an existing node they pay at most
/// what its free room is worth, so
///
///     cost ≥ Σ over placed pods of what they pay − Σ over existing nodes of what their room is
///     worth
///
/// whichever pods go where. An offer's room is worth at most, resource by resource, its amount at
/// the highest price among the classes that can use it. Topology and minimum values only forbid
/// placements, so leaving them out keeps this true; of exclusive groups see [ExclusiveGroup], of
/// limits [Quota]. [DualPrices] looks for the prices that prove most. [FillingBound] then lets pods
/// pay as wholes, which proves more where few fit on a node.
public final class LowerBound {
  private final SchedulingProblem problem;
  private final Placement placement;
  private final Goods goods;
  private final Facets facets;
  private final List<ExclusiveGroup> groups;
  private final List<Quota> quotas;

  private LowerBound(
      SchedulingProblem problem, Placement placement, Function<PodSpec, ServiceLevel> level) {
    var placed = placed(placement);
    this.problem = problem;
    this.placement = placement;
    this.goods = Goods.of(placed.stream().map(Pod::spec).toList());
    this.facets = Facets.of(placed, goods, level);
    this.groups = ExclusiveGroup.of(placed, problem.namespaces(), facets, goods);
    this.quotas = Quota.limits(problem);
  }

  /// What no valid placement undercuts, whatever it gives the pods beyond what they must have.
  public static Bound of(SchedulingProblem problem, Placement plan) {
    return isFree(plan) ? Bound.nothing(plan) : absolute(problem, plan).ofWholePods();
  }

  static LowerBound absolute(SchedulingProblem problem, Placement plan) {
    return new LowerBound(problem, plan, _ -> ServiceLevel.ANY);
  }

  static LowerBound atEqualService(SchedulingProblem problem, EqualService service) {
    return new LowerBound(problem, service.placement(), service::level);
  }

  /// Whether there is nothing to prove.
  static boolean isFree(Placement plan) {
    return placed(plan).isEmpty() || !(plan.cost() > 0);
  }

  /// What requests and slots alone prove: less, in a fraction of the time. For the controller.
  Bound ofRequests() {
    var given = given();
    return ofRequests(found(given), given.classes());
  }

  Bound ofWholePods() {
    var given = given();
    var found = found(given);
    return FillingBound.of(problem, placement, given, found)
        .map(this::ofFillings)
        .orElseGet(() -> ofRequests(found, given.classes()));
  }

  private FillingBound.Given given() {
    var offers = Shelf.of(problem, goods, facets, groups, quotas);
    var standing = Standing.of(problem, goods, facets, groups, quotas.size());
    var classes = Classes.of(facets, offers, goods);
    return new FillingBound.Given(facets, classes, goods, groups, quotas, offers, standing);
  }

  private DualPrices.Found found(FillingBound.Given given) {
    var classes = given.classes();
    return new DualPrices(
            classes,
            groups.stream().mapToDouble(group -> group.pods().size()).toArray(),
            given.quotas(),
            classes.cheapest(given.offers()),
            classes.together(given.standing()),
            placement.cost())
        .find();
  }

  private Bound ofRequests(DualPrices.Found found, Classes classes) {
    return new Bound(
        found.value(),
        placement.cost(),
        placement.price(),
        prices(found.tariff(), 0),
        otherClasses(classes, found.tariff()),
        slotPrices(found.tariff()),
        List.of(),
        quotaPrices(found.tariff().quota()),
        List.of());
  }

  private Bound ofFillings(FillingBound.Found found) {
    List<PodPrice> prices = new ArrayList<>();
    List<SlotPrice> exclusives = new ArrayList<>();
    for (int k = 0; k < found.pod().length; k++) {
      if (found.pod()[k] > 0) {
        prices.add(new PodPrice(found.pod()[k], found.kinds().kinds().get(k).pods()));
      }
    }
    for (var group : groups) exclusives.add(slotPrice(group, exclusives.size(), 0));
    return new Bound(
        found.value(),
        placement.cost(),
        placement.price(),
        new TreeMap<>(),
        List.of(),
        exclusives,
        prices,
        quotaPrices(found.quota()),
        List.of());
  }

  private static List<Pod> placed(Placement placement) {
    List<Pod> placed = new ArrayList<>();
    placement.newNodes().forEach(node -> placed.addAll(node.pods()));
    placement.existing().forEach(node -> placed.addAll(node.pods()));
    return placed;
  }

  private List<PodPrices> otherClasses(Classes classes, Tariff tariff) {
    List<PodPrices> others = new ArrayList<>();
    for (int c = 1; c < classes.count(); c++) {
      others.add(new PodPrices(prices(tariff, c), classes.members().get(c).pods()));
    }
    return others;
  }

  private SortedMap<String, Double> prices(Tariff tariff, int podClass) {
    var prices = new TreeMap<String, Double>();
    for (int i = 0; i < goods.count(); i++) {
      double price = tariff.unit()[podClass][i];
      if (price > 0) prices.put(goods.names().get(i), price);
    }
    return prices;
  }

  private List<SlotPrice> slotPrices(Tariff tariff) {
    List<SlotPrice> prices = new ArrayList<>();
    for (int e = 0; e < groups.size(); e++) {
      double price = tariff.slot()[e];
      if (price > 0) prices.add(slotPrice(groups.get(e), e, price));
    }
    return prices;
  }

  private static SlotPrice slotPrice(ExclusiveGroup group, int number, double price) {
    return new SlotPrice(
        "exclusive:" + (number + 1), group.exclusion(), group.perNode(), price, group.pods());
  }

  private List<QuotaPrice> quotaPrices(double[] prices) {
    List<QuotaPrice> priced = new ArrayList<>();
    for (int q = 0; q < prices.length; q++) {
      if (prices[q] != 0) priced.add(new QuotaPrice(quotas.get(q), Math.abs(prices[q])));
    }
    return priced;
  }
}
